/** A codicon and, where the state wants a look, the theme colour that stresses it. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

/** What every row of the tree has, as plain data. */
export interface RowBase {
  readonly id: string;
  readonly label: string;
  /** The state in words, what it is about, and for how long: never told by colour alone. */
  readonly description: string;
  /** Markdown, in which everything foreign is written so that it is only text. */
  readonly tooltip: string;
  readonly accessibleLabel: string;
  readonly icon: RowIcon;
  /** Words about it, which menus depend on. */
  readonly context: string;
}
