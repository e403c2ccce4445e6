import type { IBufferCell, Terminal } from '@xterm/headless';

const palette = [
  ['#2e3436', '#e06c75', '#8cc265', '#d19a66', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'],
  ['#7f848e', '#ff616e', '#a5e075', '#f0a45d', '#4dc4ff', '#de73ff', '#4cd1e0', '#ffffff'],
].flat();

/** What a terminal shows, as lines of coloured text. */
export function screenHtml(terminal: Terminal): string {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: terminal.cols }, (_, column) => line?.getCell(column));
    return `<div>${cells.map((cell) => (cell ? cellHtml(cell) : ' ')).join('')}</div>`;
  }).join('');
}

function cellHtml(cell: IBufferCell): string {
  if (cell.getWidth() === 0) return '';
  const text = (cell.getChars() || ' ').replace(/[&<>]/gu, (char) => `&#${char.charCodeAt(0)};`);
  const fg = colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor());
  const bg = colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
  const [front, back] = cell.isInverse() ? [bg ?? '#1e1e1e', fg ?? '#d4d4d4'] : [fg, bg];
  const style = [
    front ? `color:${front}` : '',
    back ? `background:${back}` : '',
    cell.isBold() ? 'font-weight:bold' : '',
    cell.isDim() ? 'opacity:.6' : '',
  ].filter(Boolean);
  return style.length > 0 ? `<span style="${style.join(';')}">${text}</span>` : text;
}

function colour(isRgb: boolean | number, isPalette: boolean | number, value: number): string | undefined {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (!isPalette) return undefined;
  if (value < 16) return palette[value];
  if (value >= 232) {
    const grey = 8 + (value - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const steps = [0, 95, 135, 175, 215, 255];
  const [r, g, b] = [Math.floor((value - 16) / 36), Math.floor((value - 16) / 6) % 6, (value - 16) % 6];
  return `rgb(${steps[r]},${steps[g]},${steps[b]})`;
}
