import { describe, expect, it } from 'vitest';
import { animatedWebp, type WebpFrame } from '../../../tools/pictures/animatedWebp.ts';

/** A chunk, padded as the format wants it. */
function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

/** A picture as a browser writes it: with a profile of its colours in front. */
function picture(name: string, content: string): Buffer {
  const chunks = [chunk('VP8X', Buffer.alloc(10)), chunk('ICCP', Buffer.from('profile'))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks, chunk(name, Buffer.from(content))]));
}

/** The chunks in a piece of the format, by name. */
function chunksIn(bytes: Buffer): readonly { readonly name: string; readonly content: Buffer }[] {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    found.push({
      name: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size % 2);
  }
  return found;
}

const first: WebpFrame = {
  x: 0,
  y: 0,
  width: 300,
  height: 200,
  durationMs: 140,
  picture: picture('VP8L', 'odd'),
};
const second: WebpFrame = {
  x: 20,
  y: 258,
  width: 5,
  height: 7,
  durationMs: 1500,
  picture: picture('VP8 ', 'even'),
};

describe('an animated WebP', () => {
  const bytes = animatedWebp([first, second]);
  const [riff] = chunksIn(bytes);
  const [head, loop, ...frames] = chunksIn(riff?.content.subarray(4) ?? Buffer.alloc(0));

  it('is one file of the format, as long as it says', () => {
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('is as large as its first frame, moves, and never stops', () => {
    expect(head?.name).toBe('VP8X');
    expect(head?.content).toEqual(Buffer.from([0x12, 0, 0, 0, 299 - 256, 1, 0, 199, 0, 0]));
    expect(loop).toEqual({ name: 'ANIM', content: Buffer.alloc(6) });
  });

  it('has every frame at its place, for its time, and of its picture only the picture', () => {
    expect(frames.map(({ name }) => name)).toEqual(['ANMF', 'ANMF']);
    const [one, two] = frames.map(({ content }) => content);
    expect(one?.subarray(0, 16)).toEqual(Buffer.from([0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0, 140, 0, 0, 0]));
    expect(two?.subarray(0, 16)).toEqual(
      Buffer.from([10, 0, 0, 129, 0, 0, 4, 0, 0, 6, 0, 0, 1500 % 256, 5, 0, 0]),
    );
    expect(chunksIn(one?.subarray(16) ?? Buffer.alloc(0))).toEqual([
      { name: 'VP8L', content: Buffer.from('odd') },
    ]);
    expect(chunksIn(two?.subarray(16) ?? Buffer.alloc(0))).toEqual([
      { name: 'VP8 ', content: Buffer.from('even') },
    ]);
  });

  it('is not made of nothing', () => {
    expect(() => animatedWebp([])).toThrow('none');
  });
});
