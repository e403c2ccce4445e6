/** What a prompting agent asks for; `other` covers everything Beckon has no better word for. */
export type PromptKind = 'permission' | 'question' | 'plan_approval' | 'other';

/** The reason of a prompt in which an MCP server asks for something. */
export const mcpReason = 'MCP input';

/** One question of an agent, with the answers it offers itself. */
export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  readonly multiSelect: boolean;
}

/** What is asked, in program-neutral terms. `input` is the agent's own text: hostile when shown, private when logged. */
export interface Ask {
  readonly kind: PromptKind;
  /** What is needed, in a word or two: a tool's name, `Permission`, `MCP input`. */
  readonly reason: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly questions?: readonly Question[];
  readonly plan?: string;
  /** What approving for always would change, each effect in words. */
  readonly suggests?: readonly string[];
  readonly message?: string;
  /**
   * The field of the input that a person may change before they approve it: a text, and all of what is asked. Missing
   * where the program or the tool takes no change.
   */
  readonly editable?: 'command' | 'content';
}
