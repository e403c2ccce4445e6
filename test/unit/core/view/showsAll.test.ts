import { describe, expect, it } from 'vitest';
import { showsAll } from '../../../../src/core/view/showsAll.ts';

describe('a rendered plan', () => {
  it.each([
    [
      'headings, lists and emphasis',
      '# Plan\n\n1. Buy **paint**\n2. *Paint*\n',
      '<h1>Plan</h1><ol><li>Buy <strong>paint</strong></li><li><em>Paint</em></li></ol>',
    ],
    [
      'code with its language',
      '```sh\nnpm test\n```',
      '<pre><code class="language-sh"><span>npm</span> test</code></pre>',
    ],
    [
      'characters that HTML writes in other ways',
      'Make <b> & "x y"',
      '<p>Make &lt;b&gt; &amp; &quot;x y&quot;</p>',
    ],
    ['what was made harmless', 'See http:/\u200b/example', '<p>See http:/\u200b/example</p>'],
  ])('shows %s', (_, markdown, html) => {
    expect(showsAll(markdown, html)).toBe(true);
  });

  it.each([
    ['data before the text', '---\ndrop: everything\n---\nThen paint', '<p>Then paint</p>'],
    [
      'cells beyond the head of a table',
      '| aa |\n|---|\n| bb | cc |',
      '<table><tr><th>aa</th></tr><tr><td>bb</td></tr></table>',
    ],
    [
      'words behind a language',
      '```sh rm everything\nls\n```',
      '<pre><code class="language-sh">ls\n</code></pre>',
    ],
    ['one of two words that are the same', 'paint\n\npaint', '<p>paint</p>'],
    [
      'a formula, of which parts may be invisible',
      '$\\phantom{drop}$',
      '<span class="katex">drop phantom</span>',
    ],
  ])('that leaves out %s does not show all', (_, markdown, html) => {
    expect(showsAll(markdown, html)).toBe(false);
  });
});
