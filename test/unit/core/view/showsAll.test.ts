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
    [
      'words that are emphasised in part',
      '**Step**s of `a`b\n\nsnake_case \\*',
      '<p><strong>Step</strong>s of <code>a</code>b</p><p>snake_case *</p>',
    ],
    [
      'code in a quotation',
      '> ```TS\n> run 1\n> ```',
      '<blockquote><pre><code>run 1</code></pre></blockquote>',
    ],
    [
      'numbers, which lists have by themselves',
      '1. Wait 5 s\n   2) and > 7\n- 3. go',
      '<ol><li>Wait 5 s<ol><li>and &gt; 7</li></ol></li></ol><ul><li><ol><li>go</li></ol></li></ul>',
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
      'a number beyond the head of a table',
      '| a |\n|---|\n| 1 | 9 |',
      '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>',
    ],
    [
      'a letter beyond the head of a table',
      '| a |\n|---|\n| b | c |',
      '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>',
    ],
    [
      'a word in the place of a language',
      '```rm.everything\nls\n```',
      '<pre><code class="language-rm.everything">ls\n</code></pre>',
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
