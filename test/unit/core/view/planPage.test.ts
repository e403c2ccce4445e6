import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Offers } from '../../../../src/core/view/ask/offers.ts';
import { planAnswer, planFocus } from '../../../../src/core/view/planAnswer.ts';
import { planPage } from '../../../../src/core/view/planPage.ts';

const words = {
  accept: 'Accept',
  acceptHint: 'It asks',
  autoAccept: 'Accept All',
  autoAcceptHint: 'It asks no more',
  edit: 'Edit',
  revise: 'Revise',
  reject: 'Reject',
  acceptEdited: 'Accept as Edited',
  send: 'Send',
  cancel: 'Cancel',
  planLabel: 'The plan',
  reviseLabel: 'What else?',
  empty: 'Nothing yet',
  hidden: 'Something is left out',
};
const trap = '# Plan\n\necho \u202efr- mr\u202c safe\u200b\u3164<b>\n';

const offers: Offers = new Set(['approve', 'deny', 'editPlan', 'planMode']);
const page = (plan: string, rendered?: string) =>
  planPage({ rendered, plan, who: 'Claude', words, nonce: 'n', offers });

describe('a plan that has characters nobody sees', () => {
  it('has none of them in the text or the field, and says so', () => {
    const html = page(trap);
    expect(html).not.toMatch(/[\p{Cf}\u3164]/u);
    expect(html).toContain('<pre># Plan\n\necho fr- mr safe &lt;b&gt;\n</pre>');
    expect(html).toContain(
      '<textarea id="edited" spellcheck="false">\n# Plan\n\necho fr- mr safe &lt;b&gt;\n</textarea>',
    );
    expect(html).toContain(words.hidden);
    expect(page(trap, '<p>x</p>')).toContain(words.hidden);
    expect(page('# Plan\r\n\n漢字 é\n')).not.toContain(words.hidden);
  });

  it('is accepted as it is where it was not touched, else as it was seen and edited', () => {
    const seen = '# Plan\n\necho fr- mr safe <b>\n';
    expect(planAnswer({ kind: 'acceptEdited', text: seen }, trap, offers)).toEqual({
      kind: 'approve',
      mode: 'default',
    });
    expect(planAnswer({ kind: 'acceptEdited', text: `${seen}!` }, trap, offers)).toEqual({
      kind: 'approve',
      mode: 'default',
      plan: `${seen}!`,
    });
  });
});

describe('a key on a button of the page', () => {
  /** Runs the script of a page that has the keyboard since `at`; returns whether a key presses a button later. */
  function opened(at: number) {
    const listeners = new Map<string, (event: object) => void>();
    const [, script = ''] = /<script[^>]*>(.*)<\/script>/su.exec(page('# Plan')) ?? [];
    const part = { hidden: false, focus: () => undefined };
    runInNewContext(script, {
      acquireVsCodeApi: () => ({ postMessage: () => undefined }),
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      document: {
        getElementById: () => part,
        querySelector: () => part,
        querySelectorAll: () => [],
        hasFocus: () => true,
        timeline: { currentTime: at },
      },
    });
    return {
      arrive: (time: number) => {
        listeners.get('focus')?.({ timeStamp: time });
      },
      presses: (time: number, key: string, { repeat = false, on = 'button' } = {}) => {
        let isPressed = true;
        const target = { closest: (selector: string) => (selector === on ? part : null) };
        const preventDefault = () => {
          isPressed = false;
        };
        listeners.get('keydown')?.({ key, repeat, target, preventDefault, timeStamp: time });
        return isPressed;
      },
    };
  }

  it('presses it, but not in the first moment of the page, and not while it is held down', () => {
    const keys = opened(1000);
    expect([keys.presses(1100, 'Enter'), keys.presses(1499, ' ')]).toEqual([false, false]);
    expect([keys.presses(1500, 'Enter'), keys.presses(1600, ' ')]).toEqual([true, true]);
    expect(keys.presses(9000, 'Enter', { repeat: true })).toBe(false);
    keys.arrive(10_000);
    expect(keys.presses(10_400, 'Enter')).toBe(false);
  });

  it('is any other key, or is elsewhere, and does what it does', () => {
    const keys = opened(1000);
    expect(keys.presses(1100, 'Tab')).toBe(true);
    expect(keys.presses(1100, 'Enter', { repeat: true, on: 'textarea' })).toBe(true);
  });
});

describe('a message of the page', () => {
  it('says whether the page has the keyboard', () => {
    const messages = [{ kind: 'focus' }, { kind: 'blur' }, { kind: 'accept' }, undefined];
    expect(messages.map(planFocus)).toEqual([true, false, undefined, undefined]);
    expect(messages.slice(0, 2).map((message) => planAnswer(message, 'x', offers))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('says something only where there is something to send', () => {
    const accepted = { kind: 'approve', mode: 'default' };
    expect(planAnswer({ kind: 'accept' }, 'x', offers)).toEqual(accepted);
    expect(planAnswer({ kind: 'autoAccept' }, 'x', offers)).toEqual({ kind: 'approve', mode: 'acceptEdits' });
    expect(planAnswer({ kind: 'reject' }, 'x', offers)).toEqual({ kind: 'deny' });
    expect(planAnswer({ kind: 'revise', text: ' less ' }, 'x', offers)).toEqual({
      kind: 'deny',
      message: 'less',
    });
    expect(planAnswer({ kind: 'acceptEdited', text: 'a\nb' }, 'a\r\nb', offers)).toEqual(accepted);
    for (const message of [undefined, null, 1, {}, { kind: 'revise', text: ' ' }, { kind: 'x', text: 'y' }]) {
      expect(planAnswer(message, 'x', offers)).toBeUndefined();
    }
  });

  it('sends no mode to an agent that takes none, and has buttons only for what it takes', () => {
    const few: Offers = new Set(['approve', 'deny']);
    expect(planAnswer({ kind: 'accept' }, 'x', few)).toEqual({ kind: 'approve' });
    const buttons = (offers: Offers) =>
      [
        ...planPage({ rendered: undefined, plan: 'x', who: '', words, nonce: 'n', offers }).matchAll(
          /data-(?:send|show)="(\w+)"/gu,
        ),
      ]
        .map(([, name]) => name)
        .slice(0, -4);
    expect(buttons(offers)).toEqual(['accept', 'autoAccept', 'edit', 'revise', 'reject']);
    expect(buttons(few)).toEqual(['accept', 'revise', 'reject']);
    expect(buttons(new Set(['approve']))).toEqual(['accept']);
  });
});
