import { deflateSync, strToU8 } from "fflate";
import { crcOf } from "./crc";
import { DamagedDirectory, dataStart, readDirectory, type ZipRecord } from "./directory";
import { BYTES, COUNT_IN_EXTRA, IN_EXTRA, MARK, UTF_8, viewOf, ZIP_64 } from "./format";

const DEFLATE = 8;
/** The version that a reader of compressed entries needs. */
const DEFLATE_VERSION = 20;
/** 1 January 1980. */
const FIRST_DATE = 0x21;
/** The sizes follow the compressed bytes instead of being in the local header. */
const SIZES_FOLLOW = 0x8;

/** `slice` of Node's Buffer would share the bytes. */
const copied = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A list of extra fields without the one of zip64. */
function withoutZip64(extra: Uint8Array): Uint8Array {
  const view = viewOf(extra);
  const kept: Uint8Array[] = [];
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) !== ZIP_64) kept.push(extra.subarray(at, end));
    at = end;
  }
  return joined(kept);
}

interface Packed {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly crc: number;
}

const packedOf = (bytes: Uint8Array): Packed => ({ bytes: deflateSync(bytes, { level: 6 }), size: bytes.length, crc: crcOf(bytes) });

/** Writes version, method, checksum and sizes into a header whose flags are at `at`. */
function describe(view: DataView, at: number, { bytes, size, crc }: Packed): void {
  // A stored entry may need an older version than a compressed one.
  view.setUint16(at - 2, DEFLATE_VERSION, true);
  view.setUint16(at, view.getUint16(at, true) & ~SIZES_FOLLOW, true);
  view.setUint16(at + 2, DEFLATE, true);
  view.setUint32(at + 8, crc, true);
  view.setUint32(at + 12, bytes.length, true);
  view.setUint32(at + 16, size, true);
}

/** An entry's local header and data with these contents. Times and other fields stay. */
function localEntry(archive: Uint8Array, at: number, packed: Packed): Uint8Array {
  const old = viewOf(archive.subarray(at));
  const nameEnd = at + BYTES.local + old.getUint16(26, true);
  const extra = withoutZip64(archive.subarray(nameEnd, nameEnd + old.getUint16(28, true)));
  const header = copied(archive.subarray(at, at + BYTES.local));
  describe(viewOf(header), 6, packed);
  viewOf(header).setUint16(28, extra.length, true);
  return joined([header, archive.subarray(at + BYTES.local, nameEnd), extra, packed.bytes]);
}

/** Where a directory record has the 64-bit position of its entry: after those sizes that are there too. */
function placeInZip64(view: DataView, from: number, to: number): number {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === ZIP_64) return at + 4 + 8 * [20, 24].filter((size) => view.getUint32(size, true) === IN_EXTRA).length;
  throw new DamagedDirectory();
}

/** A directory record of the entry at this position; with new contents if there are any. */
function listed({ record }: Pick<ZipRecord, "record">, at: number, packed: Packed | undefined): Uint8Array {
  const nameEnd = BYTES.listed + viewOf(record).getUint16(28, true);
  const extraEnd = nameEnd + viewOf(record).getUint16(30, true);
  if (!packed) {
    const copy = copied(record);
    const view = viewOf(copy);
    if (view.getUint32(42, true) !== IN_EXTRA) view.setUint32(42, at, true);
    else view.setBigUint64(placeInZip64(view, nameEnd, extraEnd), BigInt(at), true);
    return copy;
  }
  const extra = withoutZip64(record.subarray(nameEnd, extraEnd));
  const head = copied(record.subarray(0, BYTES.listed));
  const view = viewOf(head);
  describe(view, 8, packed);
  view.setUint16(30, extra.length, true);
  view.setUint32(42, at, true);
  return joined([head, record.subarray(BYTES.listed, nameEnd), extra, record.subarray(extraEnd)]);
}

/** The headers of a new entry, without contents: the local one and the directory's. Its date is the first that zip files can state. */
function newHeaders(name: string): { readonly local: Uint8Array; readonly record: Uint8Array } {
  const title = strToU8(name);
  const head = (mark: number, bytes: number, flagsAt: number): Uint8Array => {
    const header = new Uint8Array(bytes);
    const view = viewOf(header);
    view.setUint32(0, mark, true);
    view.setUint16(flagsAt, UTF_8, true);
    view.setUint16(flagsAt + 6, FIRST_DATE, true);
    view.setUint16(flagsAt + 20, title.length, true);
    return joined([header, title]);
  };
  const record = head(MARK.listed, BYTES.listed, 8);
  viewOf(record).setUint16(4, DEFLATE_VERSION, true);
  return { local: head(MARK.local, BYTES.local, 6), record };
}

/** The records after the directory, with its new place. */
function ending(tail: Uint8Array, at: number, length: number, count: number): Uint8Array {
  const copy = copied(tail);
  const view = viewOf(copy);
  let i = 0;
  if (copy.length >= BYTES.end64 && view.getUint32(0, true) === MARK.end64) {
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(length), true);
    view.setBigUint64(48, BigInt(at), true);
    i = 12 + Number(view.getBigUint64(4, true));
    if (view.getUint32(i, true) !== MARK.locator64) throw new DamagedDirectory();
    view.setBigUint64(i + 8, BigInt(at + length), true);
    i += BYTES.locator64;
  }
  if (view.getUint32(i, true) !== MARK.end) throw new DamagedDirectory();
  for (const place of [8, 10]) if (view.getUint16(i + place, true) !== COUNT_IN_EXTRA) view.setUint16(i + place, count, true);
  if (view.getUint32(i + 12, true) !== IN_EXTRA) view.setUint32(i + 12, length, true);
  if (view.getUint32(i + 16, true) !== IN_EXTRA) view.setUint32(i + 16, at, true);
  return copy;
}

/**
 * Replaces, removes or adds entries of a zip archive. New entries follow the others. Everything else stays byte for byte, compressed as it was: the other entries with their headers, the order,
 * times, comments, and bytes between entries.
 *
 * @param contents new contents by entry name; undefined removes the entry
 * @throws DamagedDirectory if the directory is damaged, entries overlap, or the archive is cut off
 */
export function replaceEntries(archive: Uint8Array, contents: ReadonlyMap<string, Uint8Array | undefined>): Uint8Array {
  const readable = { size: archive.length, read: (from: number, length: number) => archive.subarray(from, from + length) };
  const { at: directory, end, records } = readDirectory(readable);
  try {
    const inPlace = [...records].sort((a, b) => a.at - b.at);
    const pieces = [archive.subarray(0, inPlace[0]?.at ?? directory)];
    const places = new Map<ZipRecord, { readonly at: number; readonly packed: Packed | undefined }>();
    let length = pieces[0]!.length;
    for (const [i, entry] of inPlace.entries()) {
      const next = inPlace[i + 1]?.at ?? directory;
      const start = dataStart(readable, entry);
      if (start === undefined || start + entry.packed > next) throw new DamagedDirectory();
      if (contents.has(entry.name) && contents.get(entry.name) === undefined) continue;
      const bytes = contents.get(entry.name);
      const packed = bytes && packedOf(bytes);
      const piece = packed ? localEntry(archive, entry.at, packed) : archive.subarray(entry.at, next);
      places.set(entry, { at: length, packed });
      pieces.push(piece);
      length += piece.length;
    }
    const left = records.flatMap((record) => {
      const place = places.get(record);
      return place ? [listed(record, place.at, place.packed)] : [];
    });
    const known = new Set(records.map(({ name }) => name));
    for (const [name, bytes] of contents) {
      if (known.has(name) || bytes === undefined) continue;
      const [{ local, record }, packed] = [newHeaders(name), packedOf(bytes)];
      const piece = localEntry(local, 0, packed);
      left.push(listed({ record }, length, packed));
      pieces.push(piece);
      length += piece.length;
    }
    const size = left.reduce((sum, record) => sum + record.length, 0);
    return joined([...pieces, ...left, ending(archive.subarray(end), length, size, left.length)]);
  } catch (e) {
    // A position outside the archive.
    if (e instanceof RangeError) throw new DamagedDirectory();
    throw e;
  }
}
