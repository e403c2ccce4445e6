import { agentId } from '../../../core/agent/agent.ts';
import type { EvidencePorts, EvidenceReader } from '../../../node/programNode.ts';
import { TranscriptEvidence } from '../../shared/node/transcriptEvidence.ts';
import { isKnownAsk } from '../pure/knownAsk.ts';
import { copilotCli } from '../pure/names.ts';
import { CopilotFollower } from './copilotFollower.ts';
import { copilotHome, transcriptPath } from './copilotHome.ts';

/**
 * Tells what the transcripts of the conversations that live say: hooks hear nothing of an Esc, nor of an answer at the
 * terminal before the tool is done.
 */
export function copilotEvidence({ env, ...ports }: EvidencePorts): EvidenceReader {
  const home = copilotHome(env);
  return new TranscriptEvidence({
    ...ports,
    program: copilotCli,
    open: (path, session) => new CopilotFollower(path, session),
    pathOf: ({ session, facts: { transcript } }) =>
      transcript?.endsWith('.jsonl') ? transcript : transcriptPath(home, session),
    tell: (event) => {
      const { program, session, child } = event;
      const agent = ports.agents().agents.get(agentId(program, session, child?.id));
      if (!(event.type === 'promptShown' && isKnownAsk(agent, event.ask))) {
        ports.tell({ ...event, at: Math.min(event.at, Date.now()) });
      }
    },
  });
}
