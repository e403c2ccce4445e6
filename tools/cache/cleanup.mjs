import { constants } from 'node:os';

/** @typedef {'SIGINT' | 'SIGTERM' | 'SIGHUP'} StopSignal */

/** @type {StopSignal[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @type {Set<() => void>} */
const cleanups = new Set();

/** @type {(signal: StopSignal) => void} */
let onSignal = (signal) => process.exit(exitCodeOf(signal));

let installed = false;

function install() {
  if (installed) return;
  installed = true;
  process.on('exit', () => {
    for (const cleanup of [...cleanups].reverse()) {
      try {
        cleanup();
      } catch {
        // The other cleanups still have to run, and nobody is left to tell.
      }
    }
  });
  for (const signal of stopSignals) process.on(signal, () => onSignal(signal));
}

/**
 * Runs `cleanup` when this process ends, whether by itself or by Ctrl+C; returns a function that takes it back.
 * Cleanups are synchronous and run newest first.
 * @param {() => void} cleanup
 * @returns {() => void}
 */
export function atExit(cleanup) {
  install();
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
  };
}

/**
 * Replaces what SIGINT, SIGTERM and SIGHUP do; by default they end this process after its cleanups.
 * @param {(signal: StopSignal) => void} handler
 */
export function handleStopSignals(handler) {
  install();
  onSignal = handler;
}

/**
 * The exit code a shell gives for a process ended by this signal.
 * @param {NodeJS.Signals} signal
 */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}

/**
 * Calls `onOrphaned` once the process that started this one is gone. `sh` does not pass on the SIGTERM that npm sends
 * it, so the death of the parent is the only sign of `npm` having been stopped.
 * @param {() => void} onOrphaned
 */
export function watchParent(onOrphaned) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, 500);
  timer.unref();
}
