import { Inflate } from "fflate";
import { crc32, inflateRawSync } from "node:zlib";
import type { LargeDocument } from "../../records/large-document";
import { DamagedDirectory, dataStart, listEntries, type ZipEntry } from "../../../zip/directory";
import { MAX_FILE_BYTES, RefusedFile, refuseFile } from "./text";

const PIECE = 1024 * 1024;
const CUT = "the archive is cut off or damaged: download it again";

export const isZip = (document: Pick<LargeDocument, "read">): boolean => Buffer.from(document.read(0, 4)).toString("latin1") === "PK\u0003\u0004";

/** Lists the files of an archive. @throws RefusedFile if it is not a zip archive, or damaged. */
export function entriesOf(document: LargeDocument): ZipEntry[] {
  if (!isZip(document)) refuseFile("this is not a zip archive; download it again");
  try {
    return listEntries(document);
  } catch (e) {
    if (e instanceof DamagedDirectory) refuseFile(CUT);
    throw e;
  }
}

function startOf(document: LargeDocument, entry: ZipEntry): number {
  if (entry.encrypted || (entry.method !== 0 && entry.method !== 8))
    refuseFile(`${entry.name} uses an unknown compression; unpack the archive and pack it again as zip`);
  return dataStart(document, entry) ?? refuseFile(CUT);
}

const damaged = (entry: ZipEntry): RefusedFile => new RefusedFile(`${entry.name} in the archive is damaged; download the archive again`);

/** Reads a whole entry into memory. @throws RefusedFile if it is damaged, or larger than any published document. */
export function bytesOf(document: LargeDocument, entry: ZipEntry): Uint8Array {
  if (Math.max(entry.size, entry.packed) > MAX_FILE_BYTES)
    refuseFile(
      `${entry.name} in the archive is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB, more than any published document; check that it is the right one`,
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

/** Reads an entry piece by piece, with the number of packed bytes read so far. @throws RefusedFile if it is damaged, which may show only at its end. */
export function* inflatedPieces(document: LargeDocument, entry: ZipEntry): Generator<{ readonly bytes: Uint8Array; readonly done: number }> {
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
