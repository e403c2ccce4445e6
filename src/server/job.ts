import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TaskName, TaskSubject } from '../language/task.ts';
import { tasks } from '../language/task.ts';

/** A task as it goes to another thread: all of it is data. */
export interface Job extends Omit<TaskSubject, 'document'> {
  readonly name: TaskName;
  readonly uri: string;
  readonly text: string;
}

/** What comes back: what the task gave, or the name of the error it failed with. */
export type JobAnswer = { readonly result: unknown } | { readonly failed: string };

/** Does a job. */
export function doJob({ name, uri, text, ...about }: Job): JobAnswer {
  try {
    const document = TextDocument.create(uri, '', 0, text);
    return { result: tasks[name]({ ...about, document }) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}
