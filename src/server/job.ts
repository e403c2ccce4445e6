import { TextDocument } from 'vscode-languageserver-textdocument';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import type { TaskName, TaskSubject } from '../language/task.ts';
import { tasks } from '../language/task.ts';

/** A task as it goes to another thread: all of it is data. */
export interface Job extends Omit<TaskSubject, 'document' | 'programs'> {
  readonly name: TaskName;
  readonly uri: string;
  readonly text: string;
}

/** What comes back: what the task gave, or the name of the error it failed with. */
export type JobAnswer = { readonly result: unknown } | { readonly failed: string };

/** Does a job; the programs are no data, and known on each thread. */
export function doJob({ name, uri, text, ...about }: Job, programs: readonly RunbookProgram[]): JobAnswer {
  try {
    const document = TextDocument.create(uri, '', 0, text);
    return { result: tasks[name]({ ...about, document, programs }) };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}
