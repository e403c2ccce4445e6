import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { hookProblem } from '../../src/core/hookfile/problem.ts';
import type { HookGroup } from '../../src/core/view/hookRows.ts';
import { hookRows } from '../../src/core/view/hookRows.ts';
import { hookOf } from '../support/hookOf.ts';
import { nastyText } from '../support/nastyText.ts';
import { ranHook, shownHook } from '../support/shownHook.ts';

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** A place with a hook in which every text that a file can have is the given one. */
function groupOf(text: string): HookGroup {
  const hook = hookOf({
    name: text,
    description: text,
    eventType: text,
    matcher: { tool: text, pattern: text },
  });
  const runs = [ranHook({ outcome: 'denied', reason: text, stderr: text, log: text })];
  const problems = [hookProblem('syntax', text)];
  const whole = shownHook({
    scope: 'project',
    folder: `/w/${text}`,
    hook,
    runs,
    problems,
    replacedIn: [text],
  });
  const { hook: _, ...unread } = { ...whole, standing: 'invalid' as const };
  return { workspace: `/w/${text}`, name: text, hooks: [whole, unread] };
}

describe('any text of a hook', () => {
  it('is no link, command or icon in a row', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const rows = hookRows([groupOf(text)], 0).flatMap((row) => [row, ...row.children]);
        for (const { label, description, tooltip, context, icon } of rows) {
          expect(`${label}${description}`).not.toMatch(hidden);
          const html = marked.parse(tooltip, { async: false, gfm: true });
          const tags = html.match(/<[^>]*>?/gu) ?? [];
          expect(tags.filter((tag) => !/^<\/?(?:p|strong|br)>$/u.test(tag))).toEqual([]);
          expect(html).not.toContain('$(');
          expect(context).toMatch(/^[a-z ]+$/u);
          expect(icon.id).toMatch(/^[a-z-]+$/u);
        }
      }),
      { numRuns: 400 },
    );
  });
});
