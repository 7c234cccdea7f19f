import { inFigures } from "../../contract/counted";
import { Inflate, strFromU8 } from "fflate";
import { shortened } from "../../contract/reason";
import { FileRefusal } from "./file-refusal";

/** One part of a zip file as its list of contents describes it. */
interface ZipEntry {
  readonly name: string;
  /** Bytes once unpacked, as declared. */
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packed: Uint8Array;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** Sizes and places that do not fit into 32 bits are in an extra field. */
const ELSEWHERE = 0xffffffff;
const END_BYTES = 22;
const LISTED_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
/** Packed bytes that are unpacked at a time: a part that is longer than declared is noticed before it fills the memory. */
const PIECE = 64 * 1024;
/** How many bytes one packed byte can become at most. */
const MOST_TIMES = 1032;

const UTF_8 = 0x800;

const NOT_WHOLE = "Expected an .xlsx workbook, got a damaged file, or part of one. Copy or download it again and open that.";

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** The checksum that zip files use (CRC-32). */
function crcOf(bytes: Uint8Array, of = 0): number {
  let crc = ~of;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

interface Listing {
  readonly at: number;
  readonly count: number;
}

/** Where the list of contents begins and how many parts it names. */
function listingOf(view: DataView): Listing {
  for (let i = view.byteLength - END_BYTES; i >= Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT); i--) {
    if (view.getUint32(i, true) !== END) continue;
    const found = { at: view.getUint32(i + 16, true), count: view.getUint16(i + 10, true) };
    if (found.at !== ELSEWHERE && found.count !== 0xffff) return found;
    const large = i < 20 ? -1 : Number(view.getBigUint64(i - 20 + 8, true));
    if (large < 0 || view.getUint32(large, true) !== END_64) return found;
    return { at: Number(view.getBigUint64(large + 48, true)), count: Number(view.getBigUint64(large + 32, true)) };
  }
  throw new FileRefusal(NOT_WHOLE);
}

/** Sizes and place of a listed part; those that do not fit into 32 bits come from its extra field. */
function wide(view: DataView, i: number): { readonly size: number; readonly packed: number; readonly at: number } {
  const own = { size: view.getUint32(i + 24, true), packed: view.getUint32(i + 20, true), at: view.getUint32(i + 42, true) };
  if (![own.size, own.packed, own.at].includes(ELSEWHERE)) return own;
  const from = i + LISTED_BYTES + view.getUint16(i + 28, true);
  for (let e = from; e < from + view.getUint16(i + 30, true); e += 4 + view.getUint16(e + 2, true)) {
    if (view.getUint16(e, true) !== 1) continue;
    let next = e + 4;
    const read = (value: number): number => (value === ELSEWHERE ? Number(view.getBigUint64((next += 8) - 8, true)) : value);
    return { size: read(own.size), packed: read(own.packed), at: read(own.at) };
  }
  return own;
}

/** The parts of a zip file in the order of its list; folders are left out. Throws a `FileRefusal` for a file that is cut or whose list is damaged. */
export function zipEntries(file: Uint8Array, most: number): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    const { at: list, count } = listingOf(view);
    const entries: ZipEntry[] = [];
    for (let i = list, n = 0; n < count; n++) {
      if (view.getUint32(i, true) !== LISTED || n > most) throw new FileRefusal(NOT_WHOLE);
      const { size, packed, at } = wide(view, i);
      const flags = view.getUint16(i + 8, true);
      const nameEnd = i + LISTED_BYTES + view.getUint16(i + 28, true);
      const name = strFromU8(file.subarray(i + LISTED_BYTES, nameEnd), (flags & UTF_8) === 0);
      const start = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      if (view.getUint32(at, true) !== LOCAL || start + packed > file.length) throw damaged(name, "it is cut");
      const entry = { name, size, crc: view.getUint32(i + 16, true), method: view.getUint16(i + 10, true), encrypted: (flags & 1) !== 0 };
      if (!name.endsWith("/")) entries.push({ ...entry, packed: file.subarray(start, start + packed) });
      i = nameEnd + view.getUint16(i + 30, true) + view.getUint16(i + 32, true);
    }
    return entries;
  } catch (e) {
    // A place outside of the file.
    if (e instanceof RangeError) throw new FileRefusal(NOT_WHOLE);
    throw e;
  }
}

const shown = (name: string): string => shortened(name, 80);

const damaged = (name: string, how: string): FileRefusal =>
  new FileRefusal(`Expected an .xlsx workbook, got one whose part ${shown(name)} is damaged: ${how}. Copy or download the file again and open that.`);

/** A part's bytes. Throws a `FileRefusal` unless they are exactly as many as the list declares, with its checksum. */
export function unpacked({ name, size, crc, method, encrypted, packed }: ZipEntry): Uint8Array {
  if (encrypted || (method !== 0 && method !== 8))
    throw new FileRefusal(
      `Expected an .xlsx workbook, got one whose part ${shown(name)} is packed in a way that only its own program reads. Open it in Excel and save it.`,
    );
  const bytes = method === 0 ? packed : inflated(name, packed, size);
  if (bytes.length !== size) throw damaged(name, `it holds ${inFigures(bytes.length)} bytes, and the file says ${inFigures(size)}`);
  if (crcOf(bytes) !== crc) throw damaged(name, "its checksum is wrong");
  return bytes;
}

function inflated(name: string, packed: Uint8Array, size: number): Uint8Array {
  // Before memory is taken for them.
  if (size > packed.length * MOST_TIMES) throw damaged(name, `it is too short for the ${inFigures(size)} bytes that the file says`);
  const bytes = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw damaged(name, `it holds more than the ${inFigures(size)} bytes that the file says`);
    bytes.set(piece, length);
    length += piece.length;
  });
  try {
    for (let from = 0; from < packed.length || from === 0; from += PIECE) inflate.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
  } catch (e) {
    if (e instanceof FileRefusal) throw e;
    throw damaged(name, "it cannot be unpacked");
  }
  return bytes.subarray(0, length);
}
