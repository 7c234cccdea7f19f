import { Inflate } from "fflate";
import { crc32, inflateRawSync } from "node:zlib";
import type { LargeDocument } from "../../records/large-document";
import { RefusedFile } from "./refused-file";
import { MAX_FILE_BYTES } from "./text-of";

/** One file within a zip archive. */
export interface Entry {
  readonly name: string;
  /** Where its own header stands, and how many bytes it takes and gives. */
  readonly at: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
  readonly crc: number;
}

const PIECE = 1024 * 1024;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** Sizes and places that do not fit into 32 bits stand in an extra field. */
const ELSEWHERE = 0xffffffff;
const CUT = "the archive breaks off before its own list of contents, or is damaged: download it again";

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isZip = (document: Pick<LargeDocument, "read">): boolean => Buffer.from(document.read(0, 4)).toString("latin1") === "PK\u0003\u0004";

/** Where the list of contents stands, how long it is and how many it lists. */
function listOf(document: LargeDocument): { readonly at: number; readonly length: number; readonly count: number } {
  const from = Math.max(0, document.size - 66_000);
  const tail = document.read(from, document.size - from);
  const view = viewOf(tail);
  for (let i = tail.length - 22; i >= 0; i--) {
    if (view.getUint32(i, true) !== END) continue;
    const found = { at: view.getUint32(i + 16, true), length: view.getUint32(i + 12, true), count: view.getUint16(i + 10, true) };
    if (found.at !== ELSEWHERE && found.length !== ELSEWHERE && found.count !== 0xffff) return found;
    if (i < 20) break;
    const large = viewOf(document.read(Number(view.getBigUint64(i - 20 + 8, true)), 56));
    if (large.byteLength < 56 || large.getUint32(0, true) !== END_64) break;
    return { at: Number(large.getBigUint64(48, true)), length: Number(large.getBigUint64(40, true)), count: Number(large.getBigUint64(32, true)) };
  }
  throw new RefusedFile(CUT);
}

/** The sizes and the place of an entry, from the extra field where they are too large for their own. */
function wide(view: DataView, i: number, [size, packed, at]: readonly [number, number, number]): readonly [number, number, number] {
  if (![size, packed, at].includes(ELSEWHERE)) return [size, packed, at];
  const extras = i + 46 + view.getUint16(i + 28, true);
  for (let e = extras; e < extras + view.getUint16(i + 30, true); e += 4 + view.getUint16(e + 2, true)) {
    if (view.getUint16(e, true) !== 1) continue;
    let next = e + 4;
    const read = (value: number): number => (value === ELSEWHERE ? Number(view.getBigUint64((next += 8) - 8, true)) : value);
    return [read(size), read(packed), read(at)];
  }
  throw new RefusedFile(CUT);
}

/** What an archive holds, in its order, by the list at its end. @throws RefusedFile for an archive that is cut, or not one. */
export function entriesOf(document: LargeDocument): Entry[] {
  if (!isZip(document)) throw new RefusedFile("this is no zip archive; download it again");
  try {
    const list = listOf(document);
    const bytes = document.read(list.at, list.length);
    const view = viewOf(bytes);
    const entries: Entry[] = [];
    for (let i = 0; entries.length < list.count;) {
      if (view.getUint32(i, true) !== LISTED) throw new RefusedFile(CUT);
      const [size, packed, at] = wide(view, i, [view.getUint32(i + 24, true), view.getUint32(i + 20, true), view.getUint32(i + 42, true)]);
      const nameLength = view.getUint16(i + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(i + 46, i + 46 + nameLength));
      entries.push({ name, at, packed, size, method: view.getUint16(i + 10, true), crc: view.getUint32(i + 16, true) });
      i += 46 + nameLength + view.getUint16(i + 30, true) + view.getUint16(i + 32, true);
    }
    return entries.filter((e) => !e.name.endsWith("/"));
  } catch (e) {
    if (e instanceof RangeError) throw new RefusedFile(CUT);
    throw e;
  }
}

function startOf(document: LargeDocument, { at, name, method }: Entry): number {
  const header = viewOf(document.read(at, 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw new RefusedFile(CUT);
  if (method !== 0 && method !== 8)
    throw new RefusedFile(`${name} is packed in a way that this service does not know; unpack the archive and pack it again as zip`);
  return at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

const damaged = (entry: Entry): RefusedFile => new RefusedFile(`${entry.name} in the archive is damaged; download the archive again`);

/** An entry as a whole, for those that fit into memory many times over. @throws RefusedFile for one that is damaged, or larger than any published document. */
export function bytesOf(document: LargeDocument, entry: Entry): Uint8Array {
  if (Math.max(entry.size, entry.packed) > MAX_FILE_BYTES)
    throw new RefusedFile(
      `${entry.name} in the archive is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB, which no published document is; check that it is the right one`,
    );
  const packed = document.read(startOf(document, entry), entry.packed);
  let bytes;
  try {
    bytes = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  } catch {
    throw damaged(entry);
  }
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damaged(entry);
  return bytes;
}

/** An entry piece by piece, with how many of its packed bytes are behind; whether it was whole is known at its end. */
export function* piecesOf(document: LargeDocument, entry: Entry): Generator<{ readonly bytes: Uint8Array; readonly done: number }> {
  const start = startOf(document, entry);
  const out: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => void out.push(bytes));
  let crc = 0;
  let size = 0;
  for (let done = 0; done < entry.packed;) {
    const packed = document.read(start + done, Math.min(PIECE, entry.packed - done));
    if (packed.length === 0) throw damaged(entry);
    done += packed.length;
    try {
      if (entry.method === 0) out.push(packed);
      else inflate.push(packed, done === entry.packed);
    } catch {
      throw damaged(entry);
    }
    for (const bytes of out.splice(0)) {
      crc = crc32(bytes, crc);
      size += bytes.length;
      if (size > entry.size) throw damaged(entry);
      yield { bytes, done };
    }
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(entry);
}
