import { stat } from 'node:fs/promises';

/**
 * Looks again and again whether one of some files was changed, made or deleted, by whatever program. A look every
 * other second sees what a watcher may miss: files in folders that are not there yet, on disks that tell nothing, or
 * where an editor was told not to watch.
 */
export class FileSweep {
  readonly #changed: () => void;
  readonly #everyMs: number;
  #stamps: ReadonlyMap<string, string> = new Map();
  #files: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(changed: () => void, everyMs = 2000) {
    this.#changed = changed;
    this.#everyMs = everyMs;
  }

  /** Watches these files instead of the ones before; resolves when what they are now is known. */
  async watch(files: readonly string[]): Promise<void> {
    // A look that comes before the new stamps would compare them with those of other files.
    clearTimeout(this.#timer);
    this.#files = [...new Set(files)];
    this.#stamps = await stampsOf(this.#files);
    this.#next();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (!this.#disposed) {
      this.#timer = setTimeout(() => void this.#look(), this.#everyMs);
    }
  }

  async #look(): Promise<void> {
    const files = this.#files;
    const stamps = await stampsOf(files);
    // Others may be watched by now.
    if (files === this.#files && !this.#disposed) {
      const before = this.#stamps;
      this.#stamps = stamps;
      this.#next();
      if (files.some((file) => stamps.get(file) !== before.get(file))) {
        this.#changed();
      }
    }
  }
}

async function stampsOf(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      return [file, found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.mode}` : ''] as const;
    }),
  );
  return new Map(stamps);
}
