import type { JsonObject } from '../text/jsonObject.ts';

/** What an agent writes to its hook. */
export type DemoPayload = JsonObject;

/** Whether an agent may do what it asked for. */
export type Behavior = 'allow' | 'deny';

/** One thing a demo agent does, `afterMs` after its previous one: a hook payload, or its process ends. */
export type DemoStep =
  | { readonly afterMs: number; readonly event: string; readonly fields: JsonObject }
  | { readonly afterMs: number; readonly exitCode: number };

/** One scripted agent. */
export interface DemoAgent {
  readonly name: string;
  readonly steps: readonly DemoStep[];
  /** What it does after its last step, a request, was answered. Without an answer it waits. */
  readonly answered?: { readonly allow: readonly DemoStep[]; readonly deny: readonly DemoStep[] };
}

/** What a demo agent's own prompt takes: keys, and what each of them means. */
export interface DemoPrompt {
  readonly lines: readonly string[];
  readonly keys: Readonly<Record<string, DemoChoice>>;
}

/** What was chosen at a prompt, in words, and whether the agent may. */
export interface DemoChoice {
  readonly behavior: Behavior;
  readonly words: string;
}

/** Agents of one program that a script plays. */
export interface DemoCast {
  readonly agents: readonly DemoAgent[];
  /** The payload an agent gives its hooks. */
  readonly payload: (
    event: string,
    fields: JsonObject,
    place: { readonly session: string; readonly cwd: string },
  ) => DemoPayload;
  /** What a permission hook decided. */
  readonly behaviorIn: (said: string | undefined) => Behavior | undefined;
  /** What an agent writes into its terminal when it runs a hook; the prompt of a request is told apart. */
  readonly lines: (payload: DemoPayload) => readonly string[];
  /** The prompt in the agent's own terminal; nothing where it asks nothing. */
  readonly prompt: (payload: DemoPayload) => DemoPrompt | undefined;
}
