import type { DemoCast, DemoPayload } from '../../../../core/demo/demoCast.ts';
import { demoLines, demoPrompt } from './demoScreen.ts';
import { demoScript } from './demoScript.ts';

/** The payload a demo agent gives its hooks. */
export function demoPayload(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  { session, cwd }: { readonly session: string; readonly cwd: string },
): DemoPayload {
  const transcript_path = `${cwd}/projects/demo/${session}.jsonl`;
  return { session_id: session, transcript_path, cwd, hook_event_name: event, ...fields };
}

/** The demo agents, played as Claude Code. */
export const demo: DemoCast = {
  agents: demoScript,
  payload: demoPayload,
  behaviorIn: (said) => {
    const [, behavior] = /"behavior":"(allow|deny)"/u.exec(said ?? '') ?? [];
    return behavior === 'allow' || behavior === 'deny' ? behavior : undefined;
  },
  lines: demoLines,
  prompt: demoPrompt,
};
