/** The version of what relay and listener say to each other. A listener speaks every older one too. */
export const protocol = 1;

/** The largest body a listener reads. */
export const bodyLimit = 16 * 1024 * 1024;

/** What is kept of the events that no listener took. */
export const spoolLimits = { count: 1000, bytes: 32 * 1024 * 1024, bytesEach: 1024 * 1024 } as const;

/** How long a relay waits for the first word of a listener about an event; one that says nothing by then is none. */
export const firstWordMs = 2000;

/** How long a relay lives that waits for nothing, whatever its input and the listeners do. */
export const lifetimeMs = 3000;

/** How long a relay waits for an answer. A little less than the timeout of the entry, so that it ends by itself. */
export const waitMs = 86_000_000;

/** How long a request may take to be held: at first, and again after the listener that held it went away. */
export const reattachMs = 30_000;

/** The variables that every relay tells of: whom Beckon started, and where that runs. Those of a program come on top. */
export const toldVariables = ['BECKON_AGENT', 'TMUX_PANE', 'TERM_PROGRAM', 'TERM_SESSION_ID'] as const;
