import { strFromU8, unzipSync } from "fflate";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isError, type CellValue } from "../../src/workbook/cell";
import { columnName } from "../../src/workbook/cell-address";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { dependenciesOf } from "../lossless/dependents";
import { shownAt, valuesOf } from "../lossless/forms";
import { refreshDesk } from "../contract/refresh-desk";
import { calculatedByLibreOffice, libreOffice, pythonWithOpenpyxl, valuesByOpenpyxl } from "./other-programs";

/* Refreshed books and their copies, as LibreOffice calculates them and as openpyxl reads them. */

const desk = refreshDesk();
const FOLDER = path.resolve(__dirname, "../../../shared/data/workbooks");
const NAMES = ["analyst.xlsx", "excel-forms.xlsx"];

/** A test of one book, or a skipped one that says what is missing. */
function itWith<T>(what: string, found: T | undefined, name: string, title: string, body: (found: T) => Promise<void>): void {
  const missing = found === undefined ? what : existsSync(path.join(FOLDER, name)) ? undefined : "../shared/data/workbooks";
  if (missing !== undefined || found === undefined) it.skip(`${title} (skipped: no ${missing})`, () => undefined);
  else it(title, async () => body(found), 180_000);
}

/** What LibreOffice 7.4 does not have. It also does not know the columns of analyst.xlsx's table, in the original either. */
const LACKING = /\b(?:SORT|SORTBY|FILTER|UNIQUE|SEQUENCE|XLOOKUP|XMATCH|LET|LAMBDA|TEXTSPLIT|VSTACK)\(|\[/;
/** The cells with such formulas, what they fill, and what depends on them. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "analyst.xlsx": "Data!B4 Model!B13 Model!G2 Model!G3 Model!G4 Model!H2 Model!H3 Model!H4 Model!J2 Model!J3 Model!J4 Model!J5 Model!J6 Model!K2".split(" "),
  "excel-forms.xlsx": [],
};
/** LibreOffice fills pivot tables itself. */
const PIVOT = /^Pivot!/;

/** The cells whose formula LibreOffice cannot calculate, what they fill, and what depends on them. */
function lackedIn(file: Uint8Array): ReadonlySet<string> {
  const parts = unzipSync(file);
  const book = readBook(file);
  // The books' sheets are in the order of their parts.
  const starts = book.sheets.flatMap(({ name, cells }, i) => {
    const xml = strFromU8(parts[`xl/worksheets/sheet${i + 1}.xml`]!);
    const stored = new Map([...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f[^>]*>([^<]*)/g)].map(([, reference, formula]) => [reference!, formula!]));
    return cells
      .filter(({ row, column, formula }) => formula !== undefined && LACKING.test(stored.get(`${columnName(column)}${row + 1}`) ?? ""))
      .map((cell) => ({ sheet: name, cell }));
  });
  const all = [...starts, ...dependenciesOf(book).dependents(starts)];
  return new Set(all.flatMap(({ sheet, cell }) => shownAt(sheet, cell).map(([where]) => where)));
}

const shown = (value: unknown): unknown => (isError(value as CellValue) ? (value as { error: string }).error : value);
function isSame(a: unknown, b: unknown): boolean {
  const [x, y] = [shown(a), shown(b)];
  if (typeof x === "number" && typeof y === "number") return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x));
  return x === y;
}

describe("a copy of --values-only", () => {
  for (const name of NAMES)
    itWith("LibreOffice", libreOffice(), name, `is calculated by LibreOffice as the refresh did, in ${name}`, async (program) => {
      desk.put(name, new Uint8Array(readFileSync(path.join(FOLDER, name))));
      expect(await desk.run("--values-only", "--out", "copy.xlsx", name)).toBe(0);
      mkdirSync(desk.at("office"));
      const copy = desk.read("copy.xlsx");
      const other = valuesOf(calculatedByLibreOffice(program, desk.at("copy.xlsx"), desk.at("office")));
      const lacked = lackedIn(copy);
      const compared = [...valuesOf(copy)].filter(([place]) => !lacked.has(place) && !PIVOT.test(place));
      expect(compared.filter(([place, value]) => !isSame(value, other.get(place))).map(([place, value]) => [place, value, other.get(place)])).toEqual([]);
      expect(compared.length).toBeGreaterThan(100);
      expect([...lacked].sort()).toEqual(LEFT_OUT[name]);
    });
});

describe("a refreshed book", () => {
  for (const name of NAMES)
    itWith("Python with openpyxl", pythonWithOpenpyxl(), name, `has its new values for openpyxl, in ${name}`, async (python) => {
      desk.put(name, new Uint8Array(readFileSync(path.join(FOLDER, name))));
      const before = valuesOf(desk.read(name));
      expect(await desk.run(name)).toBe(0);
      const after = [...valuesOf(desk.read(name))];
      const read = valuesByOpenpyxl(python, desk.at(name));
      expect(after.filter(([place, value]) => !isSame(value, read[place])).map(([place, value]) => [place, value, read[place]])).toEqual([]);
      const changed = after.filter(([place, value]) => !isSame(value, before.get(place))).length;
      expect(changed).toBeGreaterThan(10);
    });
});
