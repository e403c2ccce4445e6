import type { Policy, Rule } from '../run/policy.ts';

const actionWords: Readonly<Record<Rule['action'], string>> = {
  nudge: 'nudge',
  done: 'done',
  fail: 'fail',
  escalate: 'ask you',
  gate: 'run a gate',
  resume: 'resume',
};

/** A policy in a few words: what is done when the agent is idle, asks, fails or dies. */
export function policyWords({ on_idle, on_prompt, on_dead, on_error }: Policy): string {
  const errors = [...new Set(on_error.map(({ action }) => actionWords[action]))].join(' or ');
  const rules = [
    ['idle', actionWords[on_idle.action]],
    ['prompt', actionWords[on_prompt.action]],
    ['error', errors],
    ['dead', actionWords[on_dead.action]],
  ];
  return rules.map(([when, what]) => `${when}: ${what}`).join(' · ');
}
