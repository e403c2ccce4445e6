/** @type {Uint32Array | undefined} */
let before;

/**
 * What differs between this picture and the one before, as a WebP picture; nothing when nothing does.
 * What stays the same is transparent in it, and then costs next to nothing.
 * @param {string} png
 */
async function encodeFrame(png) {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = contextOf(new OffscreenCanvas(width, height));
  context.drawImage(bitmap, 0, 0);
  const image = context.getImageData(0, 0, width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const now = pixels.slice();
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  for (let at = 0; before && at < now.length; at++) {
    if (now[at] === before[at]) {
      pixels[at] = 0;
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  before = now;
  if (right <= left) return undefined;
  // The format has even places only.
  const [x, y] = [left - (left % 2), top - (top % 2)];
  const part = new OffscreenCanvas(right - x, bottom - y);
  contextOf(part).putImageData(image, -x, -y);
  const written = new Uint8Array(await (await smallest(part)).arrayBuffer());
  const picture = btoa(Array.from(written, (byte) => String.fromCharCode(byte)).join(''));
  return { x, y, width: part.width, height: part.height, picture };
}

/**
 * Without loss where that costs little: this browser is bad at it where few dots differ, far apart.
 * @param {OffscreenCanvas} canvas
 */
async function smallest(canvas) {
  // The highest quality means without loss.
  const [exact, close] = await Promise.all(
    [1, 0.98].map((quality) => canvas.convertToBlob({ type: 'image/webp', quality })),
  );
  if (!exact || !close) throw new Error('This browser writes no WebP.');
  return exact.size < 3 * close.size ? exact : close;
}

/**
 * @param {OffscreenCanvas} canvas
 */
function contextOf(canvas) {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw.');
  return context;
}

Object.assign(globalThis, { encodeFrame });
