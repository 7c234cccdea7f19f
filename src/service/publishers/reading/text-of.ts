import { RefusedFile } from "./refused-file";

/** Far above any published file: H.15 from 1962 is 2 MB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Decodes a file as text.
 *
 * @throws RefusedFile for more than 64 MiB, bytes that are not UTF-8, and a workbook.
 */
export function decodedText(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES)
    throw new RefusedFile(`the file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB, more than any published table; check that it is the right one`);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4)
    throw new RefusedFile("this is a workbook or a zip archive, not CSV text; save the sheet as CSV, or unpack the archive first");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedFile("this is not text in UTF-8; save it as CSV in UTF-8, or download it again");
  }
}
