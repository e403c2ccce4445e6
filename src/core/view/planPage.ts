import { honestText } from '../text/plainText.ts';
import type { Offer, Offers } from './ask/offers.ts';

/** What a page with a plan is made of. */
export interface PlanPage {
  /** The plan as HTML that was made from harmless Markdown; missing where nothing could render it. */
  readonly rendered: string | undefined;
  /** The plan as the agent wrote it. */
  readonly plan: string;
  /** Whose plan it is. */
  readonly who: string;
  readonly words: Readonly<
    Record<
      | 'accept'
      | 'acceptHint'
      | 'autoAccept'
      | 'autoAcceptHint'
      | 'edit'
      | 'revise'
      | 'reject'
      | 'acceptEdited'
      | 'send'
      | 'cancel'
      | 'planLabel'
      | 'reviseLabel'
      | 'empty'
      | 'hidden',
      string
    >
  >;
  /** What can be said to it: there is a button for nothing else. */
  readonly offers: Offers;
  /** Lets our own script and style in, and no other. */
  readonly nonce: string;
}

/**
 * The page: the plan to read, and the answers below it. The plan stays in sight while the person edits it or writes what
 * should be different. Nothing is loaded from anywhere. What is invisible in a plan, or
 * turns its lines around, is left out of the text and of the field to edit it in; the page says so.
 */
export function planPage({ rendered, plan, who, words, nonce, offers }: PlanPage): string {
  const where = (offer: Offer, ...buttons: readonly string[]) => (offers.has(offer) ? buttons : []);
  const seen = honestText(plan);
  const hides = seen !== plan.replaceAll(/\r\n?/gu, '\n');
  const body = rendered ?? `<pre>${escaped(seen)}</pre>`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  // What an agent does after its plan is only known where that can be chosen.
  const hint = offers.has('planMode') ? ` title="${escaped(words.acceptHint)}"` : '';
  const buttons = [
    ...where(
      'approve',
      `<button data-send="accept" class="primary"${hint}>${escaped(words.accept)}</button>`,
    ),
    ...where(
      'planMode',
      `<button data-send="autoAccept" title="${escaped(words.autoAcceptHint)}">${escaped(words.autoAccept)}</button>`,
    ),
    ...where('editPlan', `<button data-show="edit">${escaped(words.edit)}</button>`),
    ...where(
      'deny',
      `<button data-show="revise">${escaped(words.revise)}</button>`,
      `<button data-send="reject">${escaped(words.reject)}</button>`,
    ),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header id="who">${escaped(who)}</header>
${hides ? `<p id="hidden">${escaped(words.hidden)}</p>` : ''}
<div id="panes">
<main id="read" tabindex="0" aria-labelledby="who">${body}</main>
<form id="edit" hidden><label for="edited">${escaped(words.planLabel)}</label>
<textarea id="edited" spellcheck="false">
${escaped(seen)}</textarea></form>
<form id="revise" hidden><label for="wish">${escaped(words.reviseLabel)}</label>
<textarea id="wish" rows="4"></textarea></form>
</div>
<p id="empty" role="alert" hidden>${escaped(words.empty)}</p>
<footer>
<span data-on="read">${buttons.join('\n')}</span>
<span data-on="edit" hidden><button data-send="acceptEdited" data-from="edited" class="primary">${escaped(words.acceptEdited)}</button>
<button data-show="read">${escaped(words.cancel)}</button></span>
<span data-on="revise" hidden><button data-send="revise" data-from="wish" class="primary">${escaped(words.send)}</button>
<button data-show="read">${escaped(words.cancel)}</button></span>
</footer>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": '#39',
  };
  return text.replaceAll(/[&<>"']/gu, (character) => `&${names[character]};`);
}

const style = `
body { display: flex; flex-direction: column; height: 100vh; margin: 0; padding: 0; box-sizing: border-box;
  color: var(--vscode-foreground); font: var(--vscode-font-size) / 1.5 var(--vscode-font-family); }
header { padding: 10px 24px 8px; color: var(--vscode-descriptionForeground); }
#panes { flex: 1; min-height: 0; display: flex; flex-direction: column; }
main, #edit { flex: 1 1 0; min-height: 7em; min-width: 0; }
#revise { flex: 0 1 auto; min-height: 0; overflow: auto; }
main { overflow: auto; padding: 4px 24px 16px; max-width: 60em; }
form:not([hidden]) { display: flex; flex-direction: column; gap: 6px; padding: 12px 24px 16px;
  border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, #8884)); }
@media (min-width: 700px) {
  #panes:has(#edit:not([hidden])) { flex-direction: row; }
  #edit:not([hidden]) { border-top: none; border-left: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, #8884)); }
}
main h1, main h2, main h3 { line-height: 1.25; margin: 1em 0 .4em; }
main h1 { font-size: 1.5em; } main h2 { font-size: 1.25em; } main h3 { font-size: 1.1em; }
main pre { padding: 10px; overflow: auto; background: var(--vscode-textCodeBlock-background); white-space: pre-wrap; }
main code { font-family: var(--vscode-editor-font-family); }
main table { border-collapse: collapse; } main th, main td { padding: 3px 8px; border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, #8884)); }
textarea { flex: 1; resize: none; padding: 8px; color: var(--vscode-input-foreground);
  background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
  font: var(--vscode-editor-font-size) / 1.5 var(--vscode-editor-font-family); }
#wish { flex: 0 1 auto; min-height: 3em; max-width: 60em; }
#empty { margin: 0; padding: 0 24px 8px; color: var(--vscode-errorForeground); }
#hidden { margin: 0; padding: 4px 24px 0; color: var(--vscode-editorWarning-foreground); }
footer { padding: 12px 24px; border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, #8884)); }
footer span:not([hidden]) { display: flex; flex-wrap: wrap; gap: 8px; }
button { padding: 4px 12px; border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent)); border-radius: 2px; cursor: pointer;
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); font: inherit; }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
button.primary { color: var(--vscode-button-foreground); background: var(--vscode-button-background);
  border-color: var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); }
button.primary:hover { background: var(--vscode-button-hoverBackground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
main:focus-visible { outline-offset: -1px; }
`;

const script = `
const vscode = acquireVsCodeApi();
// The plan itself, not a button: it is to be read first, and keys scroll it. Then the field, where one is open.
const focusText = () =>
  (document.querySelector('form:not([hidden]) textarea') ?? document.getElementById('read')).focus();
const show = (name) => {
  for (const id of ['edit', 'revise']) document.getElementById(id).hidden = id !== name;
  for (const span of document.querySelectorAll('footer span')) span.hidden = span.dataset.on !== name;
  focusText();
};
let calmAt = 0;
const arrive = ({ timeStamp }) => {
  calmAt = timeStamp + 500;
  // Whoever comes back from elsewhere in the window finds the focus on nothing.
  if (document.activeElement === document.body) focusText();
  vscode.postMessage({ kind: 'focus' });
};
addEventListener('focus', arrive);
addEventListener('blur', () => vscode.postMessage({ kind: 'blur' }));
// A key that was meant for what had the focus before, or is held down, presses no button.
addEventListener('keydown', (event) => {
  const isPress = (event.key === 'Enter' || event.key === ' ') && event.target.closest?.('button');
  if (isPress && (event.repeat || event.timeStamp < calmAt)) event.preventDefault();
}, true);
// Told after each reveal: VS Code may then leave the focus on the frame around this one.
addEventListener('message', ({ data }) => data?.kind === 'focus' && focusText());
addEventListener('submit', (event) => event.preventDefault());
addEventListener('click', ({ target }) => {
  const { show: name, send: kind, from } = target.dataset ?? {};
  const field = from && document.getElementById(from);
  const isEmpty = Boolean(kind && field && !field.value.trim());
  document.getElementById('empty').hidden = !isEmpty;
  if (isEmpty) return field.focus();
  if (name) show(name);
  if (kind) vscode.postMessage({ kind, text: field && field.value });
});
show('read');
if (document.hasFocus()) arrive({ timeStamp: document.timeline.currentTime ?? 0 });
`;
