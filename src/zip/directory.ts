import { strFromU8 } from "fflate";
import { BYTES, COUNT_IN_EXTRA, IN_EXTRA, MARK, UTF_8, viewOf, ZIP_64 } from "./format";

/** Bytes that can be read from any position, in memory or in a file. */
interface Readable {
  /** Total bytes. */
  readonly size: number;
  /** At most `length` bytes from this position. */
  read(from: number, length: number): Uint8Array;
}

/** One file in a zip archive, as the central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** Position of its local header. */
  readonly at: number;
  /** Compressed bytes. */
  readonly packed: number;
  /** Bytes after decompression, as declared. */
  readonly size: number;
  /** CRC-32 of the decompressed bytes. */
  readonly crc: number;
  /** 0 is stored, 8 is deflate. */
  readonly method: number;
  readonly encrypted: boolean;
}

/** The central directory is missing, cut off or damaged. Each caller reports it in its own words. */
export class DamagedDirectory extends Error {}

/** An entry with its record in the central directory, for writing the archive again. */
export interface ZipRecord extends ZipEntry {
  readonly record: Uint8Array;
}

/** The central directory, and what follows it: the end records and the archive's comment. */
interface ZipDirectory {
  /** Position of the first record, and of the first byte after the last. */
  readonly at: number;
  readonly end: number;
  /** Folders too, in the directory's order. */
  readonly records: readonly ZipRecord[];
}

const LONGEST_COMMENT = 65_535;
const ENCRYPTED = 0x1;

interface Directory {
  readonly at: number;
  readonly length: number;
  readonly count: number;
}

function findDirectory(archive: Readable): Directory {
  const from = Math.max(0, archive.size - BYTES.end - LONGEST_COMMENT - BYTES.locator64);
  const tail = viewOf(archive.read(from, archive.size - from));
  for (let i = tail.byteLength - BYTES.end; i >= 0; i--) {
    if (tail.getUint32(i, true) !== MARK.end) continue;
    const found = { at: tail.getUint32(i + 16, true), length: tail.getUint32(i + 12, true), count: tail.getUint16(i + 10, true) };
    if (found.at !== IN_EXTRA && found.length !== IN_EXTRA && found.count !== COUNT_IN_EXTRA) return found;
    if (i < BYTES.locator64) return found;
    const wide = viewOf(archive.read(Number(tail.getBigUint64(i - BYTES.locator64 + 8, true)), BYTES.end64));
    // Without a zip64 record, 65,535 is the actual number of entries.
    if (wide.byteLength < BYTES.end64 || wide.getUint32(0, true) !== MARK.end64) return found;
    return { at: Number(wide.getBigUint64(48, true)), length: Number(wide.getBigUint64(40, true)), count: Number(wide.getBigUint64(32, true)) };
  }
  throw new DamagedDirectory();
}

/** Sizes and position of the entry listed at `i`; from its extra field if they do not fit into 32 bits. */
function sizesAt(view: DataView, i: number): Pick<ZipEntry, "size" | "packed" | "at"> {
  const own = { size: view.getUint32(i + 24, true), packed: view.getUint32(i + 20, true), at: view.getUint32(i + 42, true) };
  if (![own.size, own.packed, own.at].includes(IN_EXTRA)) return own;
  const extras = i + BYTES.listed + view.getUint16(i + 28, true);
  for (let e = extras; e < extras + view.getUint16(i + 30, true); e += 4 + view.getUint16(e + 2, true)) {
    if (view.getUint16(e, true) !== ZIP_64) continue;
    let next = e + 4;
    const read = (value: number): number => (value === IN_EXTRA ? Number(view.getBigUint64((next += 8) - 8, true)) : value);
    return { size: read(own.size), packed: read(own.packed), at: read(own.at) };
  }
  throw new DamagedDirectory();
}

/**
 * Reads the central directory of a zip archive (zip64 too).
 *
 * @param most largest allowed number of entries
 * @throws DamagedDirectory if the directory is missing, cut off or damaged, or lists more than `most` entries
 */
export function readDirectory(archive: Readable, most = Infinity): ZipDirectory {
  try {
    const { at, length, count } = findDirectory(archive);
    const bytes = archive.read(at, length);
    const view = viewOf(bytes);
    const records: ZipRecord[] = [];
    for (let i = 0, n = 0; n < count; n++) {
      if (view.getUint32(i, true) !== MARK.listed || n >= most) throw new DamagedDirectory();
      const flags = view.getUint16(i + 8, true);
      const nameEnd = i + BYTES.listed + view.getUint16(i + 28, true);
      const end = nameEnd + view.getUint16(i + 30, true) + view.getUint16(i + 32, true);
      records.push({
        name: strFromU8(bytes.subarray(i + BYTES.listed, nameEnd), (flags & UTF_8) === 0),
        ...sizesAt(view, i),
        crc: view.getUint32(i + 16, true),
        method: view.getUint16(i + 10, true),
        encrypted: (flags & ENCRYPTED) !== 0,
        record: bytes.subarray(i, end),
      });
      i = end;
    }
    return { at, end: at + length, records };
  } catch (e) {
    // A position outside the archive.
    if (e instanceof RangeError) throw new DamagedDirectory();
    throw e;
  }
}

/** The files of a zip archive in the order of its directory, without folders. Parameter and errors as for `readDirectory`. */
export const listEntries = (archive: Readable, most = Infinity): ZipEntry[] =>
  readDirectory(archive, most).records.flatMap(({ record: _, ...entry }) => (entry.name.endsWith("/") ? [] : [entry]));

/** Position of an entry's compressed bytes; undefined if its local header is missing or the archive ends before them. */
export function dataStart(archive: Readable, { at, packed }: ZipEntry): number | undefined {
  const header = viewOf(archive.read(at, BYTES.local));
  if (header.byteLength < BYTES.local || header.getUint32(0, true) !== MARK.local) return undefined;
  const start = at + BYTES.local + header.getUint16(26, true) + header.getUint16(28, true);
  return start + packed <= archive.size ? start : undefined;
}
