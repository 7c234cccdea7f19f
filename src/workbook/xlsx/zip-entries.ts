import { withSeparators } from "../../contract/counted";
import { Inflate } from "fflate";
import { shortened } from "../../contract/reason";
import { crcOf } from "../../zip/crc";
import { DamagedDirectory, dataStart, listEntries, type ZipEntry } from "../../zip/directory";
import { FileRefusal } from "./file-refusal";

/** One part of a workbook, with its compressed bytes. */
interface Part extends ZipEntry {
  readonly bytes: Uint8Array;
}

/** Packed bytes per step, so that a part that is longer than declared is detected before it fills the memory. */
const PIECE = 64 * 1024;
/** Largest number of bytes that one packed byte can become. */
const MOST_TIMES = 1032;

/** What is said of a file that is not whole. */
export const NOT_WHOLE = "Expected an .xlsx workbook, got a damaged file, or part of one. Copy or download it again and open that.";

/** Lists the parts of a zip file in the order of its directory; folders are left out. Throws a `FileRefusal` if the file is cut off or its directory damaged. */
export function zipEntries(file: Uint8Array, most = Infinity): Part[] {
  const archive = { size: file.length, read: (from: number, length: number) => file.subarray(from, from + length) };
  try {
    return listEntries(archive, most).map((entry) => {
      const start = dataStart(archive, entry);
      if (start === undefined) throw damaged(entry.name, "it is cut");
      return { ...entry, bytes: file.subarray(start, start + entry.packed) };
    });
  } catch (e) {
    if (e instanceof DamagedDirectory) throw new FileRefusal(NOT_WHOLE);
    throw e;
  }
}

const shown = (name: string): string => shortened(name, 80);

const damaged = (name: string, how: string): FileRefusal =>
  new FileRefusal(`Expected an .xlsx workbook, got one whose part ${shown(name)} is damaged: ${how}. Copy or download the file again and open that.`);

/** A part's unpacked bytes. Throws a `FileRefusal` unless their number and checksum are those in the zip file's directory. */
export function unpacked({ name, size, crc, method, encrypted, bytes: packed }: Part): Uint8Array {
  if (encrypted || (method !== 0 && method !== 8))
    throw new FileRefusal(
      `Expected an .xlsx workbook, got one whose part ${shown(name)} is packed in a way that only its own program reads. Open it in Excel and save it.`,
    );
  const bytes = method === 0 ? packed : inflated(name, packed, size);
  if (bytes.length !== size) throw damaged(name, `it holds ${withSeparators(bytes.length)} bytes, and the file says ${withSeparators(size)}`);
  if (crcOf(bytes) !== crc) throw damaged(name, "its checksum is wrong");
  return bytes;
}

function inflated(name: string, packed: Uint8Array, size: number): Uint8Array {
  // Checked before the memory is allocated.
  if (size > packed.length * MOST_TIMES) throw damaged(name, `it is too short for the ${withSeparators(size)} bytes that the file says`);
  const bytes = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw damaged(name, `it holds more than the ${withSeparators(size)} bytes that the file says`);
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
