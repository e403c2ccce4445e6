import { exampleProgram } from './exampleProgram.ts';
/** A small runbook to begin with; everything in it works as it stands. */
export const exampleRunbook = `# Agents that Beckon starts and supervises: "Beckon: Start Run…" in the command palette.
# An agent says that it is done with: beckon emit agent:signal complete

agents:
  build:
    run: ${exampleProgram.command}
    prompt: Implement the plan in PLAN.md. Run the tests.
    # The agent has stopped: tell it to continue, at most three times in a row; then ask you.
    on_idle: { action: nudge, message: "Go on until the tests pass. When all is done, run: beckon emit agent:signal complete", attempts: 3 }
    # It asks something: you answer.
    on_prompt: escalate
    # It died: resume its conversation.
    on_dead: { action: resume, attempts: 2 }
    # Its turn failed: wait at a rate limit, else ask you.
    on_error:
      - { match: rate_limited, action: nudge, cooldown: 5m, attempts: forever }
      - { action: escalate }

  review:
    run: ${exampleProgram.command}
    prompt: Review the last commit and write what you find to REVIEW.md.

pipelines:
  feature:
    steps:
      - { name: build, agent: build }
      - { name: review, agent: review }
`;
