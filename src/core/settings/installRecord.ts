import * as z from 'zod';

const schema = z.object({
  format: z.literal(1),
  /** The file as it was named, which may be a link, and where its bytes are. */
  file: z.string(),
  target: z.string(),
  /** The folder whose settings file it is; a file of an older Beckon does not say, and means the one above the file's. */
  holder: z.string().optional(),
  scope: z.enum(['local', 'project', 'user']),
  /** The file before anything of ours was done to it, whatever came later: the backup. In base64, `null`: no file. */
  first: z.string().nullable(),
  /** The file without our entries, as it is to be after an uninstall, and as we wrote it. */
  original: z.string().nullable(),
  written: z.string(),
  /** The program whose settings file it is; a file of an older Beckon does not say. */
  program: z.string().optional(),
  /** The version of the program the entries are for, where it was known. */
  version: z.string().optional(),
  /** The same in a file of an older Beckon. */
  claude: z.string().optional(),
  /** When they were written, in milliseconds since the epoch. */
  at: z.number().optional(),
  made: z.object({
    file: z.boolean(),
    hooks: z.boolean(),
    events: z.array(z.string()).readonly(),
    empty: z.object({
      root: z.string().optional(),
      hooks: z.string().optional(),
      events: z.record(z.string(), z.string()),
    }),
  }),
  /** The folders that were made for the file, outermost first. */
  folders: z.array(z.string()),
  /**
   * What this install says to git; several installs of one repository may share a line. More than one where links of
   * several folders lead to the file.
   */
  excludes: z.array(
    z.object({ file: z.string(), line: z.string(), madeFile: z.boolean(), endedLine: z.boolean() }),
  ),
});

/** The undo record of one settings file: also the one backup of it. */
export type InstallRecord = Omit<z.infer<typeof schema>, 'claude'>;

/** The line of git's exclude file an install relies on, and what adding it did to that file. */
export type ExcludeUse = InstallRecord['excludes'][number];

/** Reads an undo record; `undefined` for what is none. */
export function parseInstallRecord(text: string): InstallRecord | undefined {
  try {
    const { claude, ...record } = schema.parse(JSON.parse(text));
    const version = record.version ?? claude;
    return { ...record, ...(version === undefined ? {} : { version }) };
  } catch {
    return undefined;
  }
}
