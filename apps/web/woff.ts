import { inflateSync } from 'node:zlib';

const HEADER = { woff: 44, plain: 12 };
const ENTRY = { woff: 20, plain: 16 };

/** A WOFF 1.0 font as the plain font it packs (https://www.w3.org/TR/WOFF/), which is what drawing libraries read. */
export function unpackedFont(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEADER.plain + count * ENTRY.plain);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(HEADER.woff + index * ENTRY.woff);
    const [start, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const stored = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = HEADER.plain + index * ENTRY.plain;
    entry.copy(head, at, 0, 4); // tag
    entry.copy(head, at + 4, 16, 20); // checksum
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    // Every table begins at a multiple of four.
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
