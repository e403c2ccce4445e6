import { settingsProblems } from './claudeSettingsSchema.ts';
import { countEntries, entryStates } from './entryHealth.ts';
import type { HealthFacts, HealthState, SettingsFact } from './healthFacts.ts';
import { parseSettings } from './settingsText.ts';

/** What is wrong, most basic first; nothing when Beckon is connected to every agent in the folder. */
export function healthStates(facts: HealthFacts): readonly HealthState[] {
  return [...missingProgram(facts), ...entryStates(facts), ...switchedOff(facts), ...surroundings(facts)];
}

/** Installs Claude Code wherever there is Node. */
export const installClaude = 'npm install -g @anthropic-ai/claude-code';

function missingProgram({ program }: HealthFacts): readonly HealthState[] {
  const message =
    'Claude Code was not found: there is no claude on the PATH. If it is installed, add its folder to the PATH.';
  return program === 'missing' ? [{ name: 'program-missing', message, fix: installClaude }] : [];
}

type SwitchKey = 'disableAllHooks' | 'allowManagedHooksOnly' | 'strictPluginOnlyCustomization';

function switchedOff({ order, managed }: HealthFacts): readonly HealthState[] {
  const off = [...managed, ...order].find(
    (fact) => settingsProblems(read(fact)).whole === undefined && read(fact)?.disableAllHooks !== undefined,
  );
  const only = managed.filter((fact) => isManagedOnly(read(fact)));
  return [
    ...(off && read(off)?.disableAllHooks === true
      ? [
          {
            name: 'disableAllHooks' as const,
            message: `${off.file} switches all hooks off.`,
            fix: `take "disableAllHooks" out of ${off.file}`,
            at: { file: off.file },
          },
        ]
      : []),
    ...only.map(({ file }) => ({
      name: 'managed-only' as const,
      message: `${file} allows only the hooks of the administrator.`,
      fix: 'ask the administrator to allow the relay; until then Beckon reads session files only',
    })),
  ];
}

/** Where only plugins may bring hooks, those of settings files are not run either. */
function isManagedOnly(settings: ReturnType<typeof read>): boolean {
  const strict = settings?.strictPluginOnlyCustomization;
  return (
    settings?.allowManagedHooksOnly === true ||
    strict === true ||
    (Array.isArray(strict) && strict.includes('hooks'))
  );
}

function read({ sight }: SettingsFact): Readonly<Partial<Record<SwitchKey, unknown>>> | undefined {
  const settings = sight.kind === 'text' ? parseSettings(sight.text) : undefined;
  return settings === undefined || 'code' in settings
    ? undefined
    : (JSON.parse(settings.text) as Partial<Record<SwitchKey, unknown>>);
}

function surroundings(facts: HealthFacts): readonly HealthState[] {
  const states: HealthState[] = [];
  if (facts.relay !== 'there') {
    const what = facts.relay === 'missing' ? 'is missing' : "can't be executed";
    const message = `${facts.relayFile} ${what}.`;
    states.push({ name: 'relay-missing', message, fix: `beckon install${facts.options}` });
  }
  if (facts.otherHome !== undefined) {
    states.push({
      name: 'other-home',
      message: `BECKON_HOME is ${facts.otherHome} here, but Claude Code reports to ${facts.relayFile}, so this Beckon gets no events.`,
      fix: `unset BECKON_HOME, or beckon install --workspace ${facts.folder}`,
    });
  }
  if (facts.trust === 'untrusted') {
    states.push({
      name: 'untrusted-folder',
      message: `Claude Code runs no hooks in ${facts.folder}, since nobody has trusted it yet.`,
      fix: `start claude in ${facts.folder} and say that you trust the folder`,
    });
  }
  const { file } = facts.target;
  if (facts.git === 'tracked') {
    states.push({
      name: 'tracked-file',
      message: `${file} is tracked by git, so your own entries reach everybody.`,
      fix: `git rm --cached ${file}`,
    });
  }
  if (facts.git === 'plain' && countEntries(facts.target, facts.wanted) > 0) {
    const shown = `Git shows ${file}, which is only yours, as a new file`;
    const refusal = facts.excludeRefusal;
    states.push(
      refusal
        ? { name: 'exclude-refused', message: `${shown}, because ${refusal.why}.`, fix: refusal.fix }
        : {
            name: 'not-excluded',
            message: `${shown}.`,
            fix: `beckon install${facts.options}; where that does not help, a .gitignore brings the file back: end it with a line for it`,
          },
    );
  }
  return states;
}
