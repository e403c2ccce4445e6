/** One use of a tool that a file of a program tells of. */
export interface PastCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** When, in milliseconds. */
  readonly at: number;
}

/** What one record of such a file tells of the uses of tools. */
export interface CallRecord {
  readonly calls: readonly PastCall[];
  /** The ids of those that came to an end, well or not. */
  readonly ended: readonly string[];
  /** The ids of those that failed. */
  readonly failed: readonly string[];
}

/** What a record tells that is about something else. */
export const noCalls: CallRecord = { calls: [], ended: [], failed: [] };
