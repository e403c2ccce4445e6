import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What keeps this browser from running, in the words of the system, or undefined if it runs. */
export function browserProblem(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const run = spawnSync(program, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (run.error) return run.error.message;
  if (run.status === 0) return undefined;
  return run.stderr.trim().split('\n')[0] || `it ended with ${run.status ?? run.signal}`;
}

/**
 * The variables with which the browser in this part finds its libraries: none where the system has them, because the
 * bundled ones may be newer than the rest of the system.
 */
export function libraryEnv(part: string): NodeJS.ProcessEnv {
  if (!browserProblem(join(part, 'chromium'), {})) return {};
  const also = process.env.LD_LIBRARY_PATH;
  return { LD_LIBRARY_PATH: also ? `${join(part, 'lib')}:${also}` : join(part, 'lib') };
}

/**
 * The variables with which the browser finds a font: none where the system has fonts. Without a single font Chromium
 * shows pages with no text at all. The configuration is written to `runDir`, since the cache must not change.
 */
export function fontEnv(part: string, runDir: string, systemRoot = '/'): NodeJS.ProcessEnv {
  const configured = existsSync(join(systemRoot, 'etc/fonts/fonts.conf'));
  if (configured && hasFonts(systemRoot)) return {};
  mkdirSync(runDir, { recursive: true });
  const file = join(runDir, 'fonts.conf');
  const dirs = [join(part, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${dirs.map((dir) => `  <dir>${dir}</dir>`).join('\n')}
  <cachedir>${join(runDir, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

function hasFonts(systemRoot: string): boolean {
  const places = ['usr/share/fonts', 'usr/local/share/fonts'].map((dir) => join(systemRoot, dir));
  return places.some((dir) => existsSync(dir) && globSync('**/*.{ttf,otf,ttc,pfb}', { cwd: dir }).length > 0);
}
