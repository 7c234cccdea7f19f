import { Inflate, zipSync } from "fflate";
import { DamagedDirectory, dataStart, listEntries, type ZipEntry } from "../../zip/directory";
import { replaceEntries } from "../../zip/replace-entries";
import { withSeparators } from "../../contract/counted";
import { shortened } from "../../contract/reason";
import { crcOf } from "../../zip/crc";
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
const NOT_WHOLE = "Expected an .xlsx workbook, got a damaged file, or part of one. Copy or download it again and open that.";

/** Lists the parts of a zip file in the order of its directory; folders are left out. Throws a `FileRefusal` if the file is cut off or its directory damaged. */
function zipEntries(file: Uint8Array, most = Infinity): Part[] {
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
function unpacked({ name, size, crc, method, encrypted, bytes: packed }: Part): Uint8Array {
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

/** A file's parts by their names in the package, such as `xl/workbook.xml`, in the order of the file. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/** Largest unpacked size that a browser can handle; each part must fit into the longest string. */
const MOST_BYTES = 512 * 1024 * 1024 - 1024;
const MOST_PARTS = 20_000;

const starts = (file: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, i) => file[i] === byte);

/** True if the first half megabyte contains this text in UTF-16, such as a name in a compound file's directory. */
function holdsUtf16(file: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap((c) => [c.charCodeAt(0), 0]);
  const end = Math.min(file.length, 1 << 19) - wanted.length;
  for (let i = 0; i <= end; i++) if (wanted.every((byte, k) => file[i + k] === byte)) return true;
  return false;
}

function refuseOther(file: Uint8Array): never {
  if (file.length === 0) throw new FileRefusal("Expected an .xlsx workbook, got an empty file. Save the workbook again and open that.");
  if (starts(file, 0xd0, 0xcf, 0x11, 0xe0)) {
    if (holdsUtf16(file, "EncryptedPackage"))
      throw new FileRefusal(
        "Expected an .xlsx workbook, got one that is locked with a password. Open it in Excel, remove the password under File, Info, Protect Workbook, and save it.",
      );
    throw new FileRefusal("Expected an .xlsx workbook, got an old .xls file. Open it in Excel and save it as Excel Workbook (.xlsx).");
  }
  throw new FileRefusal("Expected an .xlsx workbook, got a file of another kind. In the application that made it, save it as Excel Workbook (.xlsx).");
}

/** The part that an entry of the archive is. Some writers separate folders by backslashes. */
const partNameOf = (entry: string): string => entry.replaceAll("\\", "/");

/**
 * Unpacks an .xlsx file. Throws a `FileRefusal` for other kinds of files, damaged ones (a part's length or checksum is wrong), and those that would unpack
 * to more than half a gigabyte.
 */
export function unpack(file: Uint8Array): Parts {
  if (!starts(file, 0x50, 0x4b)) refuseOther(file);
  const entries = zipEntries(file, MOST_PARTS);
  if (entries.reduce((bytes, { size }) => bytes + size, 0) > MOST_BYTES)
    throw new FileRefusal(
      "Expected a workbook that unpacks to at most 512 MB, got a larger one. Remove sheets or data that are not needed, and open it again.",
    );
  const parts = new Map<string, Uint8Array>();
  const lower = new Set<string>();
  for (const entry of entries) {
    const name = partNameOf(entry.name);
    // In a package, names are equal without regard to case. Programs disagree on which of two equal names counts. `__proto__` would change the object's prototype.
    if (lower.has(name.toLowerCase()) || name === "__proto__")
      throw new FileRefusal(
        `Expected an .xlsx workbook, got one with ${name === "__proto__" ? "a part" : "two parts"} named ${name.slice(0, 80)}. Open it in Excel and save it.`,
      );
    lower.add(name.toLowerCase());
    parts.set(name, unpacked(entry));
  }
  if (parts.has("xl/workbook.bin"))
    throw new FileRefusal("Expected an .xlsx workbook, got an .xlsb file. Open it in Excel and save it as Excel Workbook (.xlsx).");
  if (parts.has("mimetype") && parts.has("content.xml"))
    throw new FileRefusal("Expected an .xlsx workbook, got an OpenDocument file. Open it in its application and save it as Excel Workbook (.xlsx).");
  return parts;
}

/**
 * The file with these parts instead of those that it was unpacked to. Parts that are the same bytes stay as they are in it, also compressed. Returns the same
 * file if all are. Throws a `FileRefusal` for a file whose entries overlap.
 */
export function repacked(file: Uint8Array, before: Parts, after: Parts): Uint8Array {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = new Map([...names].flatMap((name) => (before.get(name) === after.get(name) ? [] : [[name, after.get(name)] as const])));
  if (changed.size === 0) return file;
  const entryOf = new Map(zipEntries(file).map(({ name }) => [partNameOf(name), name]));
  try {
    return replaceEntries(file, new Map([...changed].map(([name, bytes]) => [entryOf.get(name) ?? name, bytes])));
  } catch (e) {
    if (e instanceof DamagedDirectory) throw new FileRefusal(NOT_WHOLE);
    throw e;
  }
}

/** Fixed date of all entries, so that equal parts give equal files. Zip files store local times. */
const NO_TIME = new Date(1980, 0, 1);

/** The parts as one .xlsx file, in their order. Equal parts give equal bytes. */
export const pack = (parts: Parts): Uint8Array => zipSync(Object.fromEntries(parts), { level: 6, mtime: NO_TIME });
