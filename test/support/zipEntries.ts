/** The files of a zip archive with their unpacked sizes, read from its central directory. */
export function zipEntries(archive: Buffer): Map<string, number> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) {
    throw new Error('no zip archive');
  }
  const entries = new Map<string, number>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    entries.set(archive.toString('utf8', at + 46, nameEnd), archive.readUInt32LE(at + 24));
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}
