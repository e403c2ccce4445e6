import { describe, expect, it } from 'vitest';
import { planAnswer, planFocus } from '../../../../src/core/view/planAnswer.ts';
import { planPage } from '../../../../src/core/view/planPage.ts';

const words = {
  accept: 'Accept',
  edit: 'Edit',
  revise: 'Revise',
  acceptEdited: 'Accept as Edited',
  send: 'Send',
  back: 'Back',
  planLabel: 'The plan',
  reviseLabel: 'What else?',
  empty: 'Nothing yet',
  hidden: 'Something is left out',
};
const trap = '# Plan\n\necho \u202efr- mr\u202c safe\u200b\u3164<b>\n';

const page = (plan: string, rendered?: string) =>
  planPage({ rendered, plan, who: 'Claude', words, nonce: 'n' });

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
    expect(planAnswer({ kind: 'acceptEdited', text: seen }, trap)).toEqual({ kind: 'accept' });
    expect(planAnswer({ kind: 'acceptEdited', text: `${seen}!` }, trap)).toEqual({
      kind: 'acceptEdited',
      plan: `${seen}!`,
    });
  });
});

describe('a message of the page', () => {
  it('says whether the page has the keyboard', () => {
    const messages = [{ kind: 'focus' }, { kind: 'blur' }, { kind: 'accept' }, undefined];
    expect(messages.map(planFocus)).toEqual([true, false, undefined, undefined]);
    expect(messages.slice(0, 2).map((message) => planAnswer(message, 'x'))).toEqual([undefined, undefined]);
  });

  it('says something only where there is something to send', () => {
    expect(planAnswer({ kind: 'accept' }, 'x')).toEqual({ kind: 'accept' });
    expect(planAnswer({ kind: 'revise', text: ' less ' }, 'x')).toEqual({ kind: 'revise', message: 'less' });
    expect(planAnswer({ kind: 'acceptEdited', text: 'a\nb' }, 'a\r\nb')).toEqual({ kind: 'accept' });
    for (const message of [undefined, null, 1, {}, { kind: 'revise', text: ' ' }, { kind: 'x', text: 'y' }]) {
      expect(planAnswer(message, 'x')).toBeUndefined();
    }
  });
});
