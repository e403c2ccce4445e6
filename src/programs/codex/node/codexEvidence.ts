import type { EvidencePorts, EvidenceReader } from '../../../node/programNode.ts';
import { RecordReader } from '../../shared/node/recordReader.ts';
import { TranscriptEvidence } from '../../shared/node/transcriptEvidence.ts';
import { codex } from '../pure/names.ts';
import { parseRollout } from '../pure/rollout.ts';
import { codexHome } from './codexHome.ts';
import { Titles } from './titles.ts';

/**
 * Tells what the files of Codex say of the conversations that live: that a turn failed, which no hook tells, how full the
 * context is, and the title.
 */
export function codexEvidence({ env, ...ports }: EvidencePorts): EvidenceReader {
  const titles = new Titles(codexHome(env));
  return new TranscriptEvidence({
    ...ports,
    program: codex,
    open: (path, session) => new RecordReader(path, (line) => parseRollout(line, session)),
    look: async (living, tell) => {
      await titles.read();
      for (const { session, facts } of living) {
        const title = titles.of(session);
        if (title !== undefined && title !== facts.title) {
          const head = { program: codex, session, evidence: 'transcript', at: Date.now() } as const;
          tell({ ...head, id: `${session}-title-${title}`, facts: { title }, type: 'noted' });
        }
      }
    },
  });
}
