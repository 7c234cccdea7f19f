import { valuesCopy } from "../../src/sources/values-copy";
import type { BookCell } from "../../src/workbook/book";
import type { CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { hasServiceCall } from "../../src/workbook/formulas/service-calls";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { recalcOnOpen } from "../../src/workbook/xlsx/calc-chain";
import { repairCalls } from "../../src/workbook/xlsx/rewrite/repair-calls";
import { unpack } from "../../src/workbook/xlsx/unpack";
import type { WithCalls } from "./insert-calls";
import { newlyBroken } from "./invariants";
import { refreshed } from "./scripted-service";

const same = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0;

/** What a cell, and those that its array fills, show, each with its address. */
export const shownAt = (sheet: string, { row, column, spill, value }: BookCell): (readonly [where: string, value: CellValue])[] =>
  (spill ?? [[value]]).flatMap((line, r) => line.map((one, c) => [addressOf({ sheet, row: row + r, column: column + c }), one] as const));

/** What every cell shows, by address. */
export const valuesOf = (file: Uint8Array): ReadonlyMap<string, CellValue> =>
  new Map(readBook(file).sheets.flatMap(({ name, cells }) => cells.flatMap((cell) => shownAt(name, cell).filter(([, value]) => value !== null))));
const formulasOf = (file: Uint8Array): string[] => readBook(file).sheets.flatMap(({ cells }) => cells.flatMap(({ formula }) => formula ?? []));

/** Values of the first book that the second shows otherwise. */
function otherValues(before: Uint8Array, after: Uint8Array): string[] {
  const now = valuesOf(after);
  return [...valuesOf(before)].flatMap(([where, value]) => (JSON.stringify(now.get(where)) === JSON.stringify(value) ? [] : [`${where} shows another value`]));
}

/** Parts of the first file that the second has not, or with other bytes, unless they may change. */
function otherParts(before: Uint8Array, after: Uint8Array, mayChange: RegExp): string[] {
  const now = unpack(after);
  return [...unpack(before)].flatMap(([name, bytes]) => (mayChange.test(name) || same(now.get(name), bytes) ? [] : [`part ${name} is another`]));
}

/** What is wrong with a book with calls after each change of its form: repaired, copied with values, marked for calculation. */
export async function faultsOfForms(book: WithCalls): Promise<string[]> {
  const wrong: string[] = [];
  const note = (what: string, faults: readonly string[]): void => faults.forEach((fault) => void wrong.push(`${what}: ${fault}`));
  const { file, repaired } = repairCalls(book.file);
  if (repaired.length < 8 || repairCalls(file).repaired.length > 0) wrong.push(`${repaired.length} repaired`);
  note("repaired", [...newlyBroken(book.file, file), ...otherValues(book.file, file)]);
  note("repaired", otherParts(book.file, file, /sheet\d*\.xml$|calcChain|metadata\.xml$|Content_Types|workbook\.xml\.rels$/i));

  const result = await refreshed(file);
  const answers = new Map([...result.answers].map(([key, answer]) => [key, { ...answer, sample: true }]));
  const copy = valuesCopy({ ...result, answers }, 0);
  note("copied", [...newlyBroken(result.file, copy.file), ...otherValues(result.file, copy.file)]);
  note(
    "copied",
    otherParts(result.file, copy.file, /sheet\d*\.xml$|calcChain|styles\.xml$|Content_Types|workbook\.xml(?:\.rels)?$|^_rels\/\.rels$|webextension/i),
  );
  if (copy.kept.length > 0 || copy.marked < 8 || copy.sources === undefined) wrong.push(`${copy.kept.length} kept, ${copy.marked} marked`);
  note(
    "copied",
    formulasOf(copy.file).filter((formula) => hasServiceCall(formula)),
  );
  const others = formulasOf(result.file).filter((formula) => !hasServiceCall(formula));
  if (others.join("\n") !== formulasOf(copy.file).join("\n")) wrong.push(`copied: other formulas changed`);

  const marked = recalcOnOpen(book.file);
  note("marked", [...newlyBroken(book.file, marked), ...otherParts(book.file, marked, /workbook\.xml$/i)]);
  return wrong;
}
