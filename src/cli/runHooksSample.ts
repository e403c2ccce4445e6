import { hookName } from '../core/hookfile/hookName.ts';
import { scriptInput } from '../core/hookrun/hookEvent.ts';
import { sampleEvent, sampleWords } from '../core/hookrun/sampleEvent.ts';
import { spacedJson } from '../core/hookrun/spacedJson.ts';
import { isRun } from '../core/hookrun/standing.ts';
import { addOutcome, beginHooks } from '../core/hookrun/verdict.ts';
import { sampleReport } from '../core/view/hookReport.ts';
import { standingPhrases } from '../core/view/hookWords.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { findsIn } from '../node/hooks/findsIn.ts';
import { readHook } from '../node/hooks/readHook.ts';
import { runHook } from '../node/hooks/runHooks.ts';
import type { Console, ExitCode } from './console.ts';
import { hookCandidates, namedHook } from './hookCandidates.ts';
import { hooksRunText } from './hooksRunText.ts';
import type { HooksWorkspaces } from './hooksWorkspace.ts';
import { printText } from './safeConsole.ts';

/** Which hook is tried, and how that is told. */
export interface SampleCall {
  readonly name: string;
  readonly scope: string | undefined;
  readonly workspaces: HooksWorkspaces;
  readonly asJson: boolean;
}

/** `beckon hooks run --sample NAME`: exit 0 where the hook does not object, 1 where it does or cannot be run. */
export async function runHooksSample(call: SampleCall, console: Console): Promise<ExitCode> {
  const { env } = console;
  const home = beckonHome(env);
  const name = hookName(call.name);
  const found = namedHook(await hookCandidates({ home, env }, call.workspaces), name, call.scope);
  if (!found) {
    console.err(`beckon hooks run: there is no hook '${name}'; 'beckon hooks list' shows them`);
    return 1;
  }
  const { hook } = await readHook(found);
  if (!isRun(found.standing) || !hook) {
    console.err(`beckon hooks run: '${name}' is not run: ${standingPhrases[found.standing]}`);
    return 1;
  }
  const workDir = found.at;
  const words = sampleWords(console.programs);
  const sample = sampleEvent(hook, { words, timestamp: new Date().toISOString(), workDir, findsIn });
  const mayApprove = found.standing === 'approves';
  const tried = { hook, folder: found.folder, event: sample.event };
  const { outcome, did, end } = await runHook(tried, { home, env }, mayApprove);
  const { verdict } = hook.async
    ? beginHooks(sample.event)
    : addOutcome(beginHooks(sample.event), outcome, mayApprove);
  const input = spacedJson(scriptInput(sample.event, hook.eventType));
  if (call.asJson) {
    console.out(hooksRunText({ verdict, ran: [did], held: [] }));
  } else {
    printText(sampleReport(hook, sample, { outcome, mayApprove, end, input }).trimEnd(), console.out);
  }
  return verdict.decision === 'deny' ? 1 : 0;
}
