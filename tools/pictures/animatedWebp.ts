/** A part of an animation that changes at one moment, as a WebP picture of its own. */
export interface WebpFrame {
  /** Where in the animation it is drawn; both are even. What is transparent in it leaves what was there. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly picture: Buffer;
}

const pictureChunks = ['ALPH', 'VP8 ', 'VP8L'];

/** Puts pictures together to an animation that repeats for ever. The first has to cover all of it. */
export function animatedWebp(frames: readonly WebpFrame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('An animation without a picture is none.');
  const head = Buffer.concat([Buffer.from([flags.animation | flags.alpha, 0, 0, 0]), sizeOf(first)]);
  // A background that nobody sees, and no limit to how often.
  const loop = Buffer.alloc(6);
  const body = [chunk('VP8X', head), chunk('ANIM', loop), ...frames.map(frameChunk)];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body]));
}

const flags = { animation: 0x02, alpha: 0x10 };

function frameChunk(frame: WebpFrame): Buffer {
  const drawnOver = 0;
  return chunk(
    'ANMF',
    Buffer.concat([
      uint24(frame.x / 2),
      uint24(frame.y / 2),
      sizeOf(frame),
      uint24(frame.durationMs),
      Buffer.from([drawnOver]),
      ...chunksOf(frame.picture).filter((one) => pictureChunks.includes(one.toString('latin1', 0, 4))),
    ]),
  );
}

function sizeOf({ width, height }: Pick<WebpFrame, 'width' | 'height'>): Buffer {
  return Buffer.concat([uint24(width - 1), uint24(height - 1)]);
}

/** The chunks of a picture, whole; what tells of colours and the like is among them. */
function chunksOf(picture: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 12; at + 8 <= picture.length; ) {
    const size = picture.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    found.push(picture.subarray(at, end));
    at = end;
  }
  return found;
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, padding]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
