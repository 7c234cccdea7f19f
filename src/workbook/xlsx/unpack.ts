import { FileRefusal } from "./file-refusal";
import { unpacked, zipEntries } from "./zip-entries";

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
export const partNameOf = (entry: string): string => entry.replaceAll("\\", "/");

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
