import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { RefusedFile } from "./refused-file";

const DOWNLOAD_AGAIN = "download the file again";

/** Yields outside these bounds, in percent, were never published: the columns or the decimal point have slipped. */
export const LOWEST_YIELD = -5;
export const HIGHEST_YIELD = 30;

/** Binary noise such as 5.326980000000001 goes; no published series has more than twelve significant digits. */
const sensible = (value: number): number => Number(value.toPrecision(12)) + 0;

const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,2})?$/;

/**
 * A published number. `column` names it in the sentence.
 *
 * @throws RefusedFile where the text is not a number in plain form: thousands separators, a decimal comma and a percent sign are not taken.
 */
export function readNumber(text: string, column: string, line: number): number {
  if (NUMBER.test(text)) return sensible(Number(text));
  const hint = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? "take out the thousands separators"
    : /^[+-]?\d+,\d+$/.test(text)
      ? "write it with a decimal point"
      : /^[+-]?[\d.]+\s*%$/.test(text)
        ? "take off the percent sign"
        : DOWNLOAD_AGAIN;
  throw new RefusedFile(`expected a number under ${column}, got ${shown(text)}; ${hint}`, line);
}

/** @throws RefusedFile where a yield in percent is outside what was ever published. */
export function refuseImplausible(percent: number, column: string, line: number): void {
  if (percent >= LOWEST_YIELD && percent <= HIGHEST_YIELD) return;
  throw new RefusedFile(
    `expected a yield from ${LOWEST_YIELD} to ${HIGHEST_YIELD} percent under ${column}, got ${percent}; the columns or the decimal point may have slipped: check the file`,
    line,
  );
}

/** @throws RefusedFile where the text is not an ISO day, or is one that does not exist. */
export function readIsoDate(text: string, line: number): IsoDate {
  if (isIsoDate(text)) return text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new RefusedFile(`${text} does not exist; ${DOWNLOAD_AGAIN}`, line);
  throw new RefusedFile(
    `expected a date as YYYY-MM-DD, got ${shown(text)}; ${DOWNLOAD_AGAIN}, and do not save it from a spreadsheet, which rewrites dates`,
    line,
  );
}

/** @throws RefusedFile where the text is not MM/DD/YYYY, or is a day that does not exist. */
export function readUsDate(text: string, line: number): IsoDate {
  const m = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!m)
    throw new RefusedFile(
      `expected a date as MM/DD/YYYY, got ${shown(text)}; ${DOWNLOAD_AGAIN}, and do not save it from a spreadsheet, which rewrites dates`,
      line,
    );
  const iso = `${m[3]}-${m[1]}-${m[2]}`;
  if (!isIsoDate(iso)) throw new RefusedFile(`${text} does not exist as month/day/year; ${DOWNLOAD_AGAIN}`, line);
  return iso;
}

/**
 * Whether the last value of a file that stops without a line end can be trusted: 3.8 may be what is left of 3.88, so it has to
 * show as many decimals as the series is published with. Nothing tells whether a whole number is complete.
 */
export const isWhole = (text: string, decimals: number): boolean => (/\.(\d+)$/.exec(text)?.[1]?.length ?? 0) >= Math.max(1, decimals);

/** @throws RefusedFile for a last value that may have been cut short. */
export function refuseCut(text: string, line: number): never {
  throw new RefusedFile(
    `the file stops after ${shown(text)} without a line end, so the value may be cut short; download the file again, or, if it is whole, add a line end after it`,
    line,
  );
}
