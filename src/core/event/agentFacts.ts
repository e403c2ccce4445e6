/** What is known of an agent besides its state; every field may be missing. */
export interface AgentFacts {
  /** Its program, as its makers write it; missing where Beckon does not know that program. */
  readonly programName?: string;
  /** Where it works now; an agent may change its folder. */
  readonly cwd?: string;
  /** The folder it was started in. */
  readonly startedIn?: string;
  readonly model?: string;
  readonly title?: string;
  readonly firstPrompt?: string;
  readonly lastMessage?: string;
  readonly transcript?: string;
  readonly permissionMode?: string;
  readonly pid?: number;
  /** Where the agent runs, as its surroundings name it. */
  readonly terminal?: string;
  /** By which door its program was started, as it says itself: `cli`, say, or a panel. */
  readonly entrypoint?: string;
  /** The id it was started under, as its environment says: Beckon started it. */
  readonly startedAs?: string;
  /** How full its context is after its newest message, in tokens; subagents have contexts of their own. */
  readonly contextTokens?: number;
  /** How many tokens fit into its context, where its model is known. */
  readonly contextLimit?: number;
  /**
   * What its messages so far come to at list prices, without those of its subagents; missing where one of them has no
   * known price. A person with a subscription does not pay it.
   */
  readonly costUsd?: number;
}
