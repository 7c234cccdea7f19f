import { endWithNearest } from "../../contract/nearest";
import { referencesOf, type Area } from "../../workbook/areas";
import type { Book } from "../../workbook/book";
import { blockIn, LAST_COLUMN, LAST_ROW, linesIn } from "../../workbook/cell-reference";
import { tokensOf } from "../../workbook/formula-tokens";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";

const EXPECTED = "expected a range such as Sheet1!B2:D9, a sheet or a defined name";

/** `Sheet1!B2` → its sheet and its rest; without a sheet if there is no exclamation mark. Quotes around the sheet may be left out. */
function splitAtSheet(text: string): readonly [string | undefined, string] {
  const at = text.lastIndexOf("!");
  if (at < 0) return [undefined, text];
  return [unquoted(text.slice(0, at)), text.slice(at + 1).trim()];
}

const unquoted = (text: string): string => text.trim().replace(/^'([\s\S]*)'$/, (_, name: string) => name.replaceAll("''", "'"));

/** The areas of one range, sheet or defined name. */
function areasNamed(book: Book, text: string, asked: string): readonly Area[] {
  const refuse = (why: string): never => {
    throw new FileRefusal(`${asked} ${text}: ${why}`);
  };
  const sheetNamed = (name: string): string | undefined => book.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase())?.name;
  const whole = sheetNamed(unquoted(text));
  if (whole !== undefined) return [{ sheet: whole, row: 0, column: 0, rows: LAST_ROW + 1, columns: LAST_COLUMN + 1 }];

  const sheets = book.sheets.map(({ name }) => name);
  const [typed, rest] = splitAtSheet(text);
  const sheet = typed === undefined ? undefined : sheetNamed(typed);
  if (typed !== undefined && sheet === undefined) return refuse(`the book has no sheet ${typed}${endWithNearest(typed, sheets, 1)}`);
  const names = book.names.filter(
    (n) => n.name.toLowerCase() === rest.toLowerCase() && (sheet === undefined || n.sheet === undefined || n.sheet.toLowerCase() === sheet.toLowerCase()),
  );
  const name = names.find((n) => n.sheet?.toLowerCase() === sheet?.toLowerCase()) ?? names.find((n) => n.sheet === undefined);
  if (name) {
    const { areas, functions, overSheets } = referencesOf(name.formula, name.sheet ?? book.sheets[0]!.name, book.names);
    const isOther = tokensOf(name.formula.replace(/^=/, "")).some(
      ({ kind, text: t }) => /^(?:string|number|error|bracket)$/.test(kind) || /^[-+*/^&=<>%{]$/.test(t),
    );
    if (areas.length === 0 || functions.size > 0 || overSheets || isOther)
      return refuse(`the name ${name.name} is no range of this book. Name the range itself.`);
    return areas;
  }
  if (names.length > 0) return refuse(`the name belongs to the sheet ${names[0]!.sheet}. Type ${names[0]!.sheet}!${rest}.`);
  const block = blockIn(rest) ?? linesIn(rest);
  const first = book.sheets[0];
  if (block && first) return [{ sheet: sheet ?? first.name, ...block }];
  return refuse(
    typed === undefined
      ? `${EXPECTED}, and the book has none of this name${endWithNearest(text, [...sheets, ...book.names.map((n) => n.name)], 1)}`
      : `${EXPECTED}, got ${rest === "" ? "no range" : rest} after the sheet.`,
  );
}

/**
 * The areas of a book that these words name: `Sheet1!B2:D9`, `B2:D9` on its first sheet, `Sheet1`, or a defined name. A sheet comes before a name, and a name
 * before a cell that is written alike. `asked` is what messages begin with. Throws a `FileRefusal` for a word that names nothing in the book.
 */
export const selectedAreas = (book: Book, words: readonly string[], asked = "--only"): readonly Area[] =>
  words.flatMap((word) => areasNamed(book, word.trim(), asked));
