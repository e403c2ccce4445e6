import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import type { Job, JobAnswer } from './job.ts';
import { doJob } from './job.ts';
import type { Thread } from './longWork.ts';

const flag = 'beckon-work';

/** Whether this thread is one that was started for work. */
export const isWorkThread = workerData === flag;

/** Starts a program once more, as a thread that does jobs; nothing waits for it to end. */
export function startWorkThread(program: string): Thread {
  // What it would print is no part of what goes over the wire.
  const worker = new Worker(program, { workerData: flag, stdout: true });
  worker.unref();
  return {
    post: (job) => worker.postMessage(job),
    onAnswer: (hear) => void worker.on('message', (answer: JobAnswer) => hear(answer)),
    onGone: (hear) => void worker.on('error', () => hear()).on('exit', () => hear()),
    end: () => void worker.terminate(),
  };
}

/** Does the jobs that this thread is given, one after the other. */
export function doJobs(programs: readonly RunbookProgram[]): void {
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(doJob(job, programs)));
}
