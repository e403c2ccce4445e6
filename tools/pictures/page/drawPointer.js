/**
 * Draws a mouse pointer, and lets it follow the mouse; it shrinks while a button is down.
 * @param {{ x: number, y: number }} start
 */
function drawPointer({ x, y }) {
  const pointer = document.createElement('div');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of Object.entries({ width: '20', height: '26', viewBox: '0 0 16 21' })) {
    shape.setAttribute(name, value);
  }
  const look = { fill: '#fff', stroke: '#000', 'stroke-width': '1.2', 'stroke-linejoin': 'round' };
  for (const [name, value] of Object.entries({ ...look, d: 'M1 1v16l4-3.8 2.7 6.4 2.7-1.2-2.7-6.2h5.6z' })) {
    path.setAttribute(name, value);
  }
  shape.append(path);
  pointer.append(shape);
  const place = { position: 'fixed', left: '0', top: '0', zIndex: '999999' };
  Object.assign(pointer.style, { ...place, pointerEvents: 'none', transformOrigin: 'top left' });
  /** @type {(left: number, top: number, scale: number) => void} */
  const put = (left, top, scale) => {
    pointer.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  };
  put(x, y, 1);
  document.body.append(pointer);
  addEventListener(
    'mousemove',
    ({ clientX, clientY, buttons }) => put(clientX, clientY, buttons ? 0.8 : 1),
    true,
  );
  addEventListener('mousedown', ({ clientX, clientY }) => put(clientX, clientY, 0.8), true);
  addEventListener('mouseup', ({ clientX, clientY }) => put(clientX, clientY, 1), true);
}

Object.assign(globalThis, { drawPointer });
