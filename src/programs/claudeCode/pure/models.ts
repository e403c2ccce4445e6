/** What a million tokens cost, in dollars. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  /** Written to the cache for five minutes, and for an hour. */
  readonly write5m: number;
  readonly write1h: number;
  readonly read: number;
}

/** What is known of a model. */
export interface ClaudeModel {
  readonly prices: Prices;
  /** In fast mode, where it has one. */
  readonly fast?: Prices;
  /** For prompts of more tokens than this, where they cost more. */
  readonly long?: { readonly above: number; readonly prices: Prices };
  /** How many tokens its context has, unless a larger one is asked for. */
  readonly window: number;
}

/** The context of models that are asked for it. */
const largeWindow = 1_000_000;
const smallWindow = 200_000;

function prices(input: number, output: number, read = input / 10): Prices {
  return { input, output, write5m: input * 1.25, write1h: input * 2, read };
}

const sonnet4: ClaudeModel = { prices: prices(3, 15), window: smallWindow };
const opus4: ClaudeModel = { prices: prices(15, 75), window: smallWindow };
const mythos5: ClaudeModel = { prices: prices(10, 50), window: largeWindow };
const mythos51: ClaudeModel = { prices: prices(10, 50, 0.25), window: largeWindow };
const mythos52: ClaudeModel = { prices: prices(8, 40, 0.2), fast: prices(16, 80, 0.4), window: largeWindow };

/**
 * The models by their ids at the Claude API, with its list prices and contexts as Claude Code 2.1.325 counts with them.
 * Versions of a family differ in price, so a version that is not here has no price at all. Nor have models of other
 * providers, whose prices depend on the region: their ids are spelt differently.
 */
const models: ReadonlyMap<string, ClaudeModel> = new Map<string, ClaudeModel>([
  ['claude-3-5-haiku', { prices: prices(0.8, 4), window: smallWindow }],
  ['claude-haiku-4-5', { prices: prices(1, 5), window: smallWindow }],
  [
    'claude-haiku-5-5',
    { prices: prices(0.1, 0.5), long: { above: 100_000, prices: prices(0.5, 2.5) }, window: largeWindow },
  ],
  ['claude-3-5-sonnet', { prices: prices(3, 15), window: smallWindow }],
  ['claude-3-7-sonnet', { prices: prices(3, 15), window: smallWindow }],
  ['claude-sonnet-4', sonnet4],
  ['claude-sonnet-4-0', sonnet4],
  ['claude-sonnet-4-5', sonnet4],
  ['claude-sonnet-4-6', sonnet4],
  ['claude-sonnet-5', { prices: prices(2, 10), window: largeWindow }],
  ['claude-sonnet-5-5', { prices: prices(2, 10, 0.1), window: largeWindow }],
  ['claude-opus-4', opus4],
  ['claude-opus-4-0', opus4],
  ['claude-opus-4-1', opus4],
  ['claude-opus-4-5', { prices: prices(5, 25), window: smallWindow }],
  ['claude-opus-4-6', { prices: prices(5, 25), fast: prices(30, 150), window: smallWindow }],
  ['claude-opus-4-7', { prices: prices(5, 25), fast: prices(30, 150), window: largeWindow }],
  ['claude-opus-4-8', { prices: prices(5, 25), fast: prices(10, 50), window: largeWindow }],
  ['claude-opus-5', { prices: prices(5, 25), fast: prices(10, 50), window: largeWindow }],
  ['claude-opus-5-5', { prices: prices(4, 20, 0.2), fast: prices(8, 40, 0.4), window: largeWindow }],
  ['claude-fable-5', mythos5],
  ['claude-fable-5-1', mythos51],
  ['claude-fable-5-2', mythos52],
  ['claude-mythos-5', mythos5],
  ['claude-mythos-5-1', mythos51],
  ['claude-mythos-5-2', mythos52],
]);

/** A model by its id, with or without the date of its making and the mark of the large context. */
export function claudeModel(id: string): ClaudeModel | undefined {
  return models.get(id.replace(largeMark, '').replace(/-20\d{6}$/u, ''));
}

const largeMark = /\[1m\]$/u;

/**
 * How many tokens fit into the context of a model that was asked for by these ids; `undefined` for one that is not
 * known. Whether the large one is in use does not always show in an id, but a context that is fuller than the small one
 * is the large one.
 */
export function contextLimitOf(ids: readonly string[], tokens: number): number | undefined {
  if (ids.some((id) => largeMark.test(id))) {
    return largeWindow;
  }
  const window = ids.map((id) => claudeModel(id)?.window).find((one) => one !== undefined);
  return window !== undefined && tokens > window ? largeWindow : window;
}
