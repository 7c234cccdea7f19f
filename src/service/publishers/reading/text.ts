import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import type { LargeDocument } from "../../records/large-document";

/**
 * A refused file; none of its rows are imported. The sentence says what was expected, what was received and what to do, with the line if known. The caller
 * prefixes the file's name.
 */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";

  constructor(
    readonly sentence: string,
    readonly line?: number,
  ) {
    super(line === undefined ? sentence : `line ${line}: ${sentence}`);
  }
}

/** @throws RefusedFile always: `find(…) ?? refuseFile("…")`. */
export function refuseFile(sentence: string, line?: number): never {
  throw new RefusedFile(sentence, line);
}

/** @throws RefusedFile if the list is empty. */
export function notEmpty<T extends readonly unknown[]>(list: T, sentence: string): T {
  return list.length > 0 ? list : refuseFile(sentence);
}

/** A valid document that needs stored data which is missing, such as a price. */
export class MissingStoredData extends RefusedFile {}

/** A valid document without any data that this service serves. */
export class NothingServed extends RefusedFile {}

/** Far above any published file: H.15 from 1962 is 2 MB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** @throws RefusedFile for bytes that begin as a workbook or a zip archive. */
function refuseWorkbook([a, b, c, d]: Uint8Array): void {
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4)
    refuseFile("this is a workbook or a zip archive, not CSV text; save the sheet as CSV, or unpack the archive first");
}

/** Decodes bytes that arrive in parts; without bytes, ends the text. @throws RefusedFile if they are not UTF-8. */
function strictDecoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return refuseFile("this is not text in UTF-8; save it as CSV in UTF-8, or download it again");
    }
  };
}

/**
 * Decodes a file as text.
 *
 * @throws RefusedFile for more than 64 MiB, bytes that are not UTF-8, and a workbook.
 */
export function decodedText(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES)
    refuseFile(`the file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB, more than any published table; check that it is the right one`);
  refuseWorkbook(bytes);
  const decode = strictDecoder();
  return decode(bytes) + decode();
}

/** Bytes of a document that are decoded at once. */
const PART = 32 * 1024;

/** Decodes a document of any size in parts, with the bytes read so far. @throws RefusedFile for bytes that are not UTF-8, and a workbook. */
export function* decodedParts({ read }: Pick<LargeDocument, "read">): Generator<{ readonly text: string; readonly done: number }> {
  const decode = strictDecoder();
  let done = 0;
  for (;;) {
    const bytes = read(done, PART);
    if (bytes.length === 0) break;
    if (done === 0) refuseWorkbook(bytes);
    done += bytes.length;
    yield { text: decode(bytes), done };
  }
  decode();
}

const DOWNLOAD_AGAIN = "download the file again";

/** Bounds of published yields in percent. A value outside means that the columns or the decimal point have shifted. */
export const LOWEST_YIELD = -5;
export const HIGHEST_YIELD = 30;

/** Removes binary noise such as 5.326980000000001. No published series has more than twelve significant digits. */
const sensible = (value: number): number => Number(value.toPrecision(12)) + 0;

const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,2})?$/;

/**
 * Parses a published number; `column` names it in the message.
 *
 * @throws RefusedFile unless it is a plain number. Thousands separators, a decimal comma and a percent sign are refused.
 */
export function readNumber(text: string, column: string, line: number): number {
  if (NUMBER.test(text)) return sensible(Number(text));
  const hint = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? "remove the thousands separators"
    : /^[+-]?\d+,\d+$/.test(text)
      ? "write it with a decimal point"
      : /^[+-]?[\d.]+\s*%$/.test(text)
        ? "remove the percent sign"
        : DOWNLOAD_AGAIN;
  refuseFile(`expected a number under ${column}, got ${shown(text)}; ${hint}`, line);
}

/** @throws RefusedFile if a yield in percent is outside the published bounds. */
export function refuseImplausible(percent: number, column: string, line: number): void {
  if (percent >= LOWEST_YIELD && percent <= HIGHEST_YIELD) return;
  refuseFile(
    `expected a yield from ${LOWEST_YIELD} to ${HIGHEST_YIELD} percent under ${column}, got ${percent}; the columns or the decimal point may have shifted: check the file`,
    line,
  );
}

/** @throws RefusedFile if the text is not an ISO date, or the day does not exist. */
export function readIsoDate(text: string, line: number): IsoDate {
  if (isIsoDate(text)) return text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) refuseFile(`${text} does not exist; ${DOWNLOAD_AGAIN}`, line);
  refuseFile(`expected a date as YYYY-MM-DD, got ${shown(text)}; ${DOWNLOAD_AGAIN}, and do not save it from a spreadsheet, which rewrites dates`, line);
}

/** @throws RefusedFile if the text is not MM/DD/YYYY, or the day does not exist. */
export function readUsDate(text: string, line: number): IsoDate {
  const m =
    /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ??
    refuseFile(`expected a date as MM/DD/YYYY, got ${shown(text)}; ${DOWNLOAD_AGAIN}, and do not save it from a spreadsheet, which rewrites dates`, line);
  const iso = `${m[3]}-${m[1]}-${m[2]}`;
  return isIsoDate(iso) ? iso : refuseFile(`${text} does not exist as month/day/year; ${DOWNLOAD_AGAIN}`, line);
}

/**
 * True if the last value of a file without a final line end is complete. 3.8 may be a truncated 3.88, so it needs the series' number of decimals. A whole
 * number could be truncated anywhere.
 */
export const isComplete = (text: string, decimals: number): boolean => (/\.(\d+)$/.exec(text)?.[1]?.length ?? 0) >= Math.max(1, decimals);

/** @throws RefusedFile for a last value that may be truncated. */
export function refuseTruncated(text: string, line: number): never {
  refuseFile(
    `the file stops after ${shown(text)} without a line end, so the value may be cut short; download it again, or add a line end if it is complete`,
    line,
  );
}
