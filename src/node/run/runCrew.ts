import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentId } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import { noProgram } from '../../core/event/agentEvent.ts';
import { launchOf } from '../../core/run/launch.ts';
import { programOf } from '../../core/run/programLaunch.ts';
import type { Run } from '../../core/run/run.ts';
import type { RunEffect } from '../../core/run/runEffect.ts';
import { takesArguments } from '../../core/run/takesArguments.ts';
import type { CrewPorts, Tell } from './crewPorts.ts';
import { endProcess } from './endProcess.ts';
import { keptAlive, lostTalk } from './keptAlive.ts';
import { runGate } from './runGate.ts';
import { followedOf, takeOver } from './takeOver.ts';
import type { AddedWorktree } from './worktree.ts';
import { addWorktree } from './worktree.ts';

const usualRequestMs = 10_000;
const requestPauseMs = 50;

/** The longest that Linux lets one argument be, without its end. */
const longestArgument = 128 * 1024 - 1;

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

  /** Tells the person something about a run. */
  say(run: Run, sentence: string): void {
    this.#ports.say(run, sentence);
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
          this.#after(effect.afterMs, () => void this.#endLeft(effect));
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
    takeOver(run, {
      ports: this.#ports,
      tell: (told) => this.#tell(told),
      carryOut: (effect) => this.carryOut(effect, run),
      exited: (one) => this.#exited(one, one.agent, one.launches),
      after: (ms, act) => this.#after(ms, act),
    });
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  /** Hears no more of the agents of a run, which others go on with. */
  leave(run: Run): void {
    for (const one of followedOf(run)) {
      this.#ports.unfollow?.(one);
    }
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
      failed('This workspace is not trusted, so no agent was started.');
      return;
    }
    if (!step?.command) {
      failed("Beckon doesn't know how this agent was started, so it can't start it again.");
      return;
    }
    if (!takesArguments(step.command)) {
      failed("This agent's command can't take a prompt, so it was not started.");
      return;
    }
    const place = await this.#placeOf(run, launch);
    if ('refused' in place) {
      failed(place.refused);
      return;
    }
    const { folder } = place;
    const { programs } = this.#ports;
    const lost = resume === undefined ? undefined : await lostTalk(this.#ports, resume, step, folder);
    if (lost !== undefined) {
      this.#ports.say(run, `${lost}, so the agent starts afresh.`);
    }
    const again = resume !== undefined && lost === undefined;
    const agent = again ? resume : agentId(programOf(programs, step.command)?.id ?? noProgram, randomUUID());
    const more = message === undefined ? {} : { message };
    const isWanted = () => this.#isStarting(run, launch);
    const start = {
      run,
      agent,
      folder,
      isWanted,
      ...launchOf(programs, { step, agent, resume: again, ...more }),
    };
    if (start.args.some((one) => Buffer.byteLength(one) > longestArgument)) {
      failed('Its prompt is too long: more than 128 KB.');
      return;
    }
    if (!isWanted()) {
      return;
    }
    const refused = await this.#ports
      .start(start, this.#exited(run, agent, launch))
      .catch(() => "The agent couldn't be started. Its prompt may be too long.");
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
    return (code) => this.#ended({ run: id, agent, launch, ...(code === undefined ? {} : { code }) });
  }

  /** Tells that an agent ended. What it said before that counts before that. */
  #ended(end: { run: string; agent: AgentId; launch?: number; code?: number }): void {
    this.#ports.hub.catchUp();
    this.#tell({ type: 'agentEnded', ...end });
  }

  async #placeOf(run: Run, launch: number): Promise<AddedWorktree> {
    const step = run.steps[run.step];
    if (step?.folder !== undefined || !step?.worktree) {
      return { folder: step?.folder ?? run.folder };
    }
    const made = await addWorktree(run.folder, `${run.name}-${step.name}`);
    if ('folder' in made) {
      this.#tell({ type: 'placeMade', run: run.id, launch, folder: made.folder });
      await this.#ports.prepare(made.folder, run).catch(() => {});
    }
    return made;
  }

  /** Ends an agent that had its time, unless it is gone: its terminal may be somebody else's by now. */
  async #endLeft(effect: RunEffect & { type: 'endAgent' }): Promise<void> {
    if (this.#ports.hub.keeper.state.runs.get(effect.run)?.leaving === effect.agent) {
      await this.#end(effect);
    }
  }

  async #end({ run, agent, launch }: RunEffect & { type: 'endAgent' }): Promise<void> {
    const { keeper, evidence } = this.#ports.hub;
    const row = keeper.state.agents.get(agent);
    const living = row && !hasEnded(row.state) ? evidence.processOf(row) : undefined;
    if (launch !== undefined) {
      await this.#ports.close(agent, { run, launch }).catch(() => {});
    }
    if (living) {
      await endProcess(living.pid, living.start);
    } else if (launch === undefined) {
      // Its id may be a stranger's by now; what is closed is known to be ours.
      await this.#ports.close(agent).catch(() => {});
    }
    this.#ended({ run, agent });
  }

  async #type({ run, agent, text, ofPerson }: RunEffect & { type: 'typeText' }): Promise<void> {
    const { type } = this.#ports;
    if (!type) {
      const kept = await keptAlive(this.#ports, run, agent);
      this.#tell(
        kept === undefined ? { type: 'typingImpossible', run, text } : { type: 'typingFailed', run, ...kept },
      );
      return;
    }
    const untyped = await type(agent, text).catch(() => ({ reason: "The terminal can't be reached." }));
    if (untyped) {
      this.#tell({ type: 'typingFailed', run, ...untyped, ...(ofPerson ? { said: { agent, text } } : {}) });
    }
  }

  async #gate({ run, gate, command, folder, timeoutMs }: RunEffect & { type: 'runGate' }): Promise<void> {
    const finished = (result: { code?: number; output: string }) => {
      this.#gates.delete(gate);
      this.#tell({ type: 'gateFinished', run, gate, command, ...result });
    };
    if (!this.#ports.trusted()) {
      finished({ output: "This workspace is not trusted, so its gates don't run." });
      return;
    }
    const { done, stop } = runGate({ command, folder, timeoutMs, env: process.env });
    this.#gates.set(gate, stop);
    finished(await done);
  }

  async #answer({ run, prompt, answer, gate }: RunEffect & { type: 'answerPrompt' }): Promise<void> {
    const decide = () => this.#ports.hub.decideAnywhere(prompt, answer);
    const deadline = performance.now() + (this.#ports.requestMs ?? usualRequestMs);
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
      this.#tell({ type: 'answerFailed', run, prompt, reason, ...(gate ? { gate } : {}) });
    }
  }
}
