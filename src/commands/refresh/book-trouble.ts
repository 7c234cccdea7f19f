import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { excelMark, isOpenInExcel } from "./open-in-excel";

/** The code of the file system's refusal; undefined if the access is allowed. */
function refusal(file: string, access: number): string | undefined {
  try {
    accessSync(file, access);
    return undefined;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code;
  }
}

const ELSEWHERE = "or write the refreshed book elsewhere with --out";

/** Why a file cannot be replaced, in a sentence; undefined if it can, or does not exist. */
function notReplaceable(file: string, what: string): string | undefined {
  const folder = path.dirname(file);
  const code = refusal(folder, constants.W_OK);
  if (code === "EROFS") return `The disk with ${folder} is read-only. Mount it for writing, ${ELSEWHERE}.`;
  if (code !== undefined) return `This user may not write into ${folder}. Refresh it as the owner of the folder, ${ELSEWHERE}.`;
  const stat = statSync(file, { throwIfNoEntry: false });
  // The superuser may write any file. One that nobody may write is protected on purpose.
  if (stat && (stat.mode & 0o222) === 0) return `${what} is read-only. Make it writable, ${ELSEWHERE}.`;
  if (stat && refusal(file, constants.W_OK) !== undefined)
    return `This user may not write ${what === "It" ? "it" : what}. Refresh it as its owner, ${ELSEWHERE}.`;
  return undefined;
}

/**
 * Why a book cannot be refreshed now, in a sentence; undefined if it can. Known before the service is asked.
 *
 * @param out the file that is written instead of the book, if any
 * @param writes false for a trial
 */
export function bookTrouble(book: string, out: string | undefined, writes: boolean): string | undefined {
  if (isOpenInExcel(book)) return `It is open in Excel. Close it there, and refresh again. If Excel is not open, remove the file ${excelMark(book)}.`;
  if (refusal(book, constants.R_OK) !== undefined) return "This user may not read it. Refresh it as its owner, or get permission to read it.";
  if (!writes) return undefined;
  return out === undefined ? notReplaceable(book, "It") : notReplaceable(out, out);
}
