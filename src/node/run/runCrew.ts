import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentId } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import { agentKey } from '../../core/event/agentEvent.ts';
import { isClaude, launchOf, programOf } from '../../core/run/launch.ts';
import type { Run } from '../../core/run/run.ts';
import { runEnded } from '../../core/run/run.ts';
import type { RunEffect } from '../../core/run/runEffect.ts';
import { takesArguments } from '../../core/run/takesArguments.ts';
import { hasConversation } from './conversation.ts';
import type { CrewPorts, Tell } from './crewPorts.ts';
import { endProcess } from './endProcess.ts';
import { runGate } from './runGate.ts';
import { addWorktree } from './worktree.ts';

/** How long the request of a prompt may take to come. */
const requestMs = 10_000;
const requestPauseMs = 50;

/** The longest that Linux lets one argument be, without its end. */
const longestArgument = 128 * 1024 - 1;

/** How long after a take-over an agent may stay unheard before it counts as dead. */
const silenceMs = 10_000;

/** Does what runs want done, and tells them what came of it. */
export class RunCrew {
  readonly #ports: CrewPorts;
  readonly #gates = new Map<string, () => void>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #tell: Tell = () => {};
  #over = false;

  constructor(ports: CrewPorts) {
    this.#ports = ports;
  }

  /** Says whom to tell. */
  join(tell: Tell): void {
    this.#tell = tell;
  }

  /** Carries out one effect. */
  carryOut(effect: RunEffect, run: Run): void {
    switch (effect.type) {
      case 'startAgent':
        void this.#start(effect, run);
        return;
      case 'endAgent':
        if (effect.afterMs === undefined) {
          void this.#end(effect);
        } else {
          this.#after(effect.afterMs, () => void this.#end(effect));
        }
        return;
      case 'typeText':
        void this.#type(effect);
        return;
      case 'runGate':
        void this.#gate(effect);
        return;
      case 'answerPrompt':
        void this.#answer(effect);
        return;
      case 'noteRun':
        this.#ports.log(effect.text);
        return;
      // Answered where the end of the turn is heard.
      case 'blockStop':
      case 'endRun':
        return;
    }
  }

  /** Takes up what another process left undone. */
  takeOver(run: Run): void {
    const { pending, id, agent, gates, folder } = run;
    if (runEnded(run)) {
      return;
    }
    if (pending?.kind === 'start' && agent === '') {
      const reason = 'Beckon ended while the agent was being started.';
      this.#tell({ type: 'startFailed', run: id, reason });
      return;
    }
    if (pending?.kind === 'end') {
      void this.#end({ type: 'endAgent', run: id, agent });
    }
    for (const { id: gate, command, timeoutMs } of gates) {
      const where = run.steps[run.step]?.folder ?? folder;
      void this.#gate({ type: 'runGate', run: id, gate, command, timeoutMs, folder: where });
    }
    this.#ports.follow?.(run, this.#exited(run, agent, run.launches));
    this.#tell({ type: 'takenOver', run: id });
    this.#after(silenceMs, () => void this.#miss(run));
  }

  /** Looks at the agent of a run that was taken over a while ago. */
  async #miss(run: Run): Promise<void> {
    const { id, agent, launches: launch } = run;
    const lives = await this.#ports.lives?.(run).catch(() => false);
    const { agents, runs } = this.#ports.hub.keeper.state;
    const row = agents.get(agent);
    // One that was never heard may still be starting: its terminal tells when it is gone.
    const starts = runs.get(id)?.pending?.kind === 'start';
    if (!starts && (row ? hasEnded(row.state) : !lives)) {
      this.#tell({ type: 'agentEnded', run: id, agent, launch });
    } else {
      // It was not known at first what the agent does.
      this.#tell({ type: 'takenOver', run: id });
    }
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  /** Ends gates that nobody waits for any more. */
  release(gates: Run['gates']): void {
    for (const { id } of gates) {
      this.#gates.get(id)?.();
    }
  }

  /** Ends the gates and the timers. */
  dispose(): void {
    this.#over = true;
    this.#tell = () => {};
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    for (const stop of this.#gates.values()) {
      stop();
    }
  }

  async #start({ resume, message, launch }: RunEffect & { type: 'startAgent' }, run: Run): Promise<void> {
    const step = run.steps[run.step];
    const failed = (reason: string) => this.#tell({ type: 'startFailed', run: run.id, reason });
    if (!this.#ports.trusted()) {
      failed('This workspace is not trusted, so no agent is started in it.');
      return;
    }
    if (!step?.command) {
      failed('It is not known how this agent was started, so it cannot be started again.');
      return;
    }
    if (!takesArguments(step.command)) {
      failed('The command of this agent takes no prompt behind it, so it is not started.');
      return;
    }
    const place = await this.#placeOf(run, launch);
    if ('refused' in place) {
      failed(place.refused);
      return;
    }
    const { folder } = place;
    const again = resume !== undefined && isClaude(step.command) && (await this.#canResume(resume, folder));
    if (resume !== undefined && !again) {
      const why = isClaude(step.command)
        ? 'Its conversation is not there any more'
        : 'Its program cannot go on with a conversation';
      this.#ports.say(run, `${why}, so the agent starts afresh.`);
    }
    const agent = again ? resume : agentId(programOf(step.command), randomUUID());
    const more = message === undefined ? {} : { message };
    const isWanted = () => this.#isStarting(run, launch);
    const start = { run, agent, folder, isWanted, ...launchOf({ step, agent, resume: again, ...more }) };
    if (start.args.some((one) => Buffer.byteLength(one) > longestArgument)) {
      failed('Its prompt is too long to be given to a program: it has more than 128 KB.');
      return;
    }
    if (!isWanted()) {
      return;
    }
    const refused = await this.#ports
      .start(start, this.#exited(run, agent, launch))
      .catch(() => 'The agent could not be started; its prompt may be too long.');
    if (refused !== undefined) {
      failed(refused);
    } else if (isWanted()) {
      this.#tell({ type: 'agentStarted', run: run.id, agent, folder });
    } else {
      // A person ended the run meanwhile.
      await this.#ports.close(agent).catch(() => {});
    }
  }

  /** Whether a run still wants the agent that is being started. */
  #isStarting({ id }: Run, launch: number): boolean {
    const now = this.#ports.hub.keeper.state.runs.get(id);
    return now?.pending?.kind === 'start' && now.launches === launch;
  }

  #exited({ id }: Run, agent: AgentId, launch: number): (code?: number) => void {
    return (code) =>
      this.#tell({
        type: 'agentEnded',
        run: id,
        agent,
        launch,
        ...(code === undefined ? {} : { code }),
      });
  }

  async #placeOf(
    run: Run,
    launch: number,
  ): Promise<{ readonly folder: string } | { readonly refused: string }> {
    const step = run.steps[run.step];
    if (step?.folder !== undefined || !step?.worktree) {
      return { folder: step?.folder ?? run.folder };
    }
    const made = await addWorktree(run.folder, `${run.name}-${step.name}`);
    if ('folder' in made) {
      this.#tell({ type: 'placeMade', run: run.id, launch, folder: made.folder });
      await this.#ports.prepare(made.folder).catch(() => {});
    }
    return made;
  }

  async #canResume(agent: AgentId, folder: string): Promise<boolean> {
    const key = agentKey(agent);
    return (
      key?.program === 'claude-code' && (await hasConversation(this.#ports.claudeDir, folder, key.session))
    );
  }

  async #end({ run, agent }: RunEffect & { type: 'endAgent' }): Promise<void> {
    const { keeper, evidence } = this.#ports.hub;
    const row = keeper.state.agents.get(agent);
    const living = row && !hasEnded(row.state) ? evidence.processOf(row) : undefined;
    if (living) {
      await endProcess(living.pid, living.start);
    } else {
      // Its id may be a stranger's by now; what is closed is known to be ours.
      await this.#ports.close(agent).catch(() => {});
    }
    this.#tell({ type: 'agentEnded', run, agent });
  }

  async #type({ run, agent, text }: RunEffect & { type: 'typeText' }): Promise<void> {
    const { type } = this.#ports;
    if (!type) {
      const { steps = [], step = 0 } = this.#ports.hub.keeper.state.runs.get(run) ?? {};
      const reason =
        'Nothing can be typed to this agent from here, and its program cannot go on with a conversation.';
      this.#tell(
        isClaude(steps[step]?.command ?? '')
          ? { type: 'typingImpossible', run, text }
          : { type: 'typingFailed', run, reason },
      );
      return;
    }
    const reason = await type(agent, text).catch(() => 'The terminal cannot be reached.');
    if (reason !== undefined) {
      this.#tell({ type: 'typingFailed', run, reason, text });
    }
  }

  async #gate({ run, gate, command, folder, timeoutMs }: RunEffect & { type: 'runGate' }): Promise<void> {
    const finished = (result: { code?: number; output: string }) => {
      this.#gates.delete(gate);
      this.#tell({ type: 'gateFinished', run, gate, command, ...result });
    };
    if (!this.#ports.trusted()) {
      finished({ output: 'This workspace is not trusted, so its gates do not run.' });
      return;
    }
    const { done, stop } = runGate({ command, folder, timeoutMs, env: process.env });
    this.#gates.set(gate, stop);
    finished(await done);
  }

  async #answer({ run, prompt, answer }: RunEffect & { type: 'answerPrompt' }): Promise<void> {
    const decide = () => this.#ports.hub.decideAnywhere(prompt, answer);
    const deadline = performance.now() + requestMs;
    let { status, reason } = await decide();
    // Other evidence may tell of a prompt before the request has come that can be answered.
    while (status === 409 && performance.now() < deadline && !this.#over) {
      await pause(requestPauseMs);
      ({ status, reason } = await decide());
    }
    if (status !== 200) {
      const asked = this.#ports.hub.keeper.state.runs.get(run);
      if (asked?.decision) {
        this.#ports.say(asked, `It could not be answered from here: ${reason}.`);
      }
      this.#tell({ type: 'answerFailed', run, prompt, reason });
    }
  }
}
