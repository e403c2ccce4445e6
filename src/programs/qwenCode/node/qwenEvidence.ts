import { agentId } from '../../../core/agent/agent.ts';
import type { EvidencePorts, EvidenceReader } from '../../../node/programNode.ts';
import { RecordReader } from '../../shared/node/recordReader.ts';
import { TranscriptEvidence } from '../../shared/node/transcriptEvidence.ts';
import { parseChatTitle } from '../pure/chatTitle.ts';
import { qwenCode } from '../pure/names.ts';

/** Tells the titles that the chat files of the conversations that live have: no hook does. */
export function qwenEvidence({ env: _, ...ports }: EvidencePorts): EvidenceReader {
  return new TranscriptEvidence({
    ...ports,
    program: qwenCode,
    open: (path, session) => new RecordReader(path, (line) => parseChatTitle(line, session)),
    tell: (event) => {
      const known = ports.agents().agents.get(agentId(qwenCode, event.session))?.facts.title;
      if (event.facts?.title !== known) {
        // It is read later than it was written; what was heard meanwhile must not make it old.
        ports.tell({ ...event, at: Date.now() });
      }
    },
  });
}
