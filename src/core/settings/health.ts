import { countEntries, entryStates } from './entryHealth.ts';
import type { HealthFacts, HealthState, SettingsFact } from './healthFacts.ts';
import type { HookSwitches, ProgramSettings, SettingsProgram } from './programSettings.ts';
import { parseSettings } from './settingsText.ts';

/** What is wrong, most basic first; nothing when Beckon is connected to every agent in the folder. */
export function healthStates(facts: HealthFacts): readonly HealthState[] {
  return [...missingProgram(facts), ...entryStates(facts), ...switchedOff(facts), ...surroundings(facts)];
}

function missingProgram({ program: { name, launch }, isHere }: HealthFacts): readonly HealthState[] {
  const message = `${name} was not found: there is no ${launch?.command ?? name} on the PATH. If it is installed, add its folder to the PATH.`;
  return isHere ? [] : [{ name: 'program-missing', message, fix: launch?.install ?? `install ${name}` }];
}

function switchedOff({ order, managed, program, switchedOff }: HealthFacts): readonly HealthState[] {
  const said = switchesIn(program);
  const [first] = [...managed, ...order].flatMap((fact) => {
    const { off } = said(fact) ?? {};
    return off === undefined || program.settings.problems(settingsIn(fact, program)).whole !== undefined
      ? []
      : [{ file: fact.file, ...off }];
  });
  const off = first?.is ? first : switchedOff;
  const only = managed.filter((fact) => said(fact)?.managedOnly);
  return [
    ...(off
      ? [
          {
            name: 'disableAllHooks' as const,
            message: `${off.file} switches all hooks off.`,
            fix: `take "${off.key}" out of ${off.file}`,
            at: { file: off.file },
          },
        ]
      : []),
    ...only.map(({ file }) => ({
      name: 'managed-only' as const,
      message: `${file} allows only the hooks of the administrator.`,
      fix: 'ask the administrator to allow the relay; until then Beckon reads session files only',
    })),
  ];
}

/** What a file says about all hooks at once, as a program reads it. */
function switchesIn(program: SettingsProgram): (fact: SettingsFact) => HookSwitches | undefined {
  return (fact) => {
    const value = settingsIn(fact, program);
    return value === undefined ? undefined : program.settings.switches?.(value);
  };
}

/** A file as a program reads it; `undefined` where it does not. */
function settingsIn({ sight }: SettingsFact, { name }: SettingsProgram): unknown {
  const settings = sight.kind === 'text' ? parseSettings(sight.text, name) : undefined;
  return settings === undefined || 'code' in settings ? undefined : JSON.parse(settings.text);
}

/** How a person reviews entries, in a sentence. */
export function reviewWords(settings: ProgramSettings): string {
  const words = whenReviewed(settings);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function whenReviewed({ review = 'say that it may run them' }: ProgramSettings): string {
  return `when it starts, ${review}`;
}

/** A program without settings for everybody has them in the same file, which then stays in git. */
function untracked({ program: { settings }, target, options, agentOption }: HealthFacts): string {
  return settings.scopes.includes('project') || !settings.scopes.includes('user')
    ? `git rm --cached ${target.file}`
    : `beckon uninstall${options}, then beckon install${agentOption} --scope user`;
}

function surroundings(facts: HealthFacts): readonly HealthState[] {
  const states: HealthState[] = [];
  if (facts.relay !== 'there') {
    const what = facts.relay === 'missing' ? 'is missing' : "can't be executed";
    const message = `${facts.relayFile} ${what}.`;
    states.push({ name: 'relay-missing', message, fix: `beckon install${facts.options}` });
  }
  if (facts.otherHome !== undefined) {
    states.push({
      name: 'other-home',
      message: `BECKON_HOME is ${facts.otherHome} here, but ${facts.program.name} reports to ${facts.relayFile}, so this Beckon gets no events.`,
      fix: `unset BECKON_HOME, or beckon install${facts.agentOption} --workspace ${facts.folder}`,
    });
  }
  if (facts.trust === 'untrusted') {
    states.push({
      name: 'untrusted-folder',
      message: `${facts.program.name} runs no hooks in ${facts.folder}, since nobody has trusted it yet.`,
      fix: `start ${facts.program.launch?.command ?? facts.program.name} in ${facts.folder} and say that you trust the folder`,
    });
  }
  const { file } = facts.target;
  if (facts.trust === 'unreviewed') {
    const { name, launch, settings } = facts.program;
    states.push({
      name: 'unreviewed',
      // What to do comes first: a list may cut off the rest.
      message: `Review the entries in ${name}: ${whenReviewed(settings)}. Until then it does not run those in ${file}.`,
      fix: `start ${launch?.command ?? name} in ${facts.folder}`,
    });
  }
  if (facts.git === 'tracked') {
    states.push({
      name: 'tracked-file',
      message: `${file} is tracked by git, so your own entries reach everybody.`,
      fix: untracked(facts),
    });
  }
  if (facts.git === 'plain' && countEntries(facts.target, facts.wanted) > 0) {
    const shown = `Git shows ${file}, which is only yours, as a new file`;
    const refusal = facts.excludeRefusal;
    states.push(
      refusal
        ? { name: 'exclude-refused', message: `${shown}, because ${refusal.why}.`, fix: refusal.fix }
        : {
            name: 'not-excluded',
            message: `${shown}.`,
            fix: `beckon install${facts.options}; where that does not help, a .gitignore brings the file back: end it with a line for it`,
          },
    );
  }
  return states;
}
