import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP file with these files. */
export function zipOf(files: [name: string, content: Buffer][]): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const named = Buffer.from(name);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // the version that is needed
    common.writeUInt16LE(0x800, 2); // the name is UTF-8
    common.writeUInt16LE(8, 4); // deflated
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(named.length, 22);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(offset);
    const part = Buffer.concat([Buffer.from("PK\x03\x04"), common, named, packed]);
    table.push(Buffer.from("PK\x01\x02\x14\x00"), common, Buffer.alloc(10), at, named);
    parts.push(part);
    offset += part.length;
  }
  const listed = Buffer.concat(table);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}
