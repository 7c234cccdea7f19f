import { strFromU8, unzipSync } from "fflate";
import { many, SEED, TESTED } from "../../corpus";
import type { Book } from "../../../src/workbook/book";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../../src/workbook/xlsx/write-book";
import { calculated, type EditedBook, openBook } from "./edited-book";
import { EDITS, firstModel, KINDS, letters, one, randomOf } from "./names-edits";
import { bookOfModel, hasCycle, key, type Model, valueOfFormula } from "./names-model";
import { withFakeTimers } from "../../time";
import { newlyBroken } from "../../lossless/invariants";
import { unescaped } from "../../lossless/sheet-text";
import { movedFormats } from "../../../src/workbook/edits/edited-cells";
import { sheetAfter } from "../../../src/workbook/edits/moved-places";
import { savedBook } from "../../../src/workbook/xlsx/save/save-book";
import { relationships, smallFile } from "../workbook/xlsx/small-file";

const shownIn = (book: EditedBook, sheet: string, row: number, column: number) => {
  const value = book.value(sheet, `${letters[column]}${row + 1}`);
  return value !== null && typeof value === "object" ? "error" : value;
};

/** What the engine shows otherwise than the model. */
function differences(book: EditedBook, model: Model): string[] {
  const wrong: string[] = [];
  const saved = book.book();
  for (const sheet of model.sheets) {
    const places = new Set<string>();
    for (const { place, content } of sheet.cells.values()) {
      if (!place || content === null) continue;
      const { row, column } = place;
      places.add(key(row, column));
      const wanted = typeof content === "number" ? content : valueOfFormula(content);
      const shown = shownIn(book, sheet.name, row, column);
      if (shown !== wanted) wrong.push(`${sheet.name}!${letters[column]}${row + 1} shows ${String(shown)} instead of ${String(wanted)}`);
    }
    const cells = saved.sheets.find(({ name }) => name === sheet.name)?.cells ?? [];
    for (const { row, column } of cells) if (!places.has(key(row, column))) wrong.push(`${sheet.name}!${letters[column]}${row + 1} is not empty`);
    if (cells.length < places.size) wrong.push(`${sheet.name} has ${cells.length} cells instead of ${places.size}`);
  }
  const textsOf = (names: readonly { name: string; formula: string; sheet?: string }[]) =>
    names.map(({ name, formula, sheet }) => `${sheet ?? ""}|${name}|${formula}`).sort();
  const [were, are] = [textsOf(bookOfModel(model).names), textsOf(saved.names)];
  if (were.join() !== are.join()) wrong.push(`The names are ${are.join(", ")} instead of ${were.join(", ")}`);
  if (model.sheets.map(({ name }) => name).join() !== saved.sheets.map(({ name }) => name).join()) wrong.push("The sheets differ");
  return wrong;
}

const EDITS_OF_RUN = 18;
const RUNS = many(556, 12);

const settled = (book: EditedBook): Promise<void> => calculated(book.settled());

/** Gives some rows and columns a size of their own, or hides them. */
const withSizes = (book: Book, random: (below: number) => number): Book => ({
  ...book,
  sheets: book.sheets.map((sheet) => ({
    ...sheet,
    rows: [2, 4, 5, 9].map((row) => (random(2) > 0 ? { row, hidden: true } : { row, height: 30 + random(9) })),
    columns: [1, 3, 6].map((at) => ({ from: at, to: at, ...(random(3) > 0 ? { width: 20 + random(9) } : { hidden: true }) })),
  })),
});

async function run(seed: number, tally: Record<string, number>): Promise<string[]> {
  const random = randomOf(seed);
  let model = firstModel(random);
  for (let tries = 0; hasCycle(model) && tries < 100; tries++) model = firstModel(random);
  const book = await calculated(openBook(withSizes(bookOfModel(model), randomOf(seed + 1))));
  const done: string[] = [];
  const wrongIn = (): string[] => differences(book, model).map((text) => `seed ${seed} after ${done.join(", ")}: ${text}`);
  const undone: Model[] = [];
  const first = JSON.stringify(book.book().sheets);
  try {
    let wrong = wrongIn();
    const before: Model[] = [];
    for (let edits = 0; edits < EDITS_OF_RUN && wrong.length === 0;) {
      const kind = one(random, KINDS);
      const next = structuredClone(model);
      const edit = EDITS[kind]!(random, next);
      if (!edit || hasCycle(next)) continue;
      before.push(model);
      const params = edit.params(book);
      if (edit.sheet) book.show(edit.sheet.name);
      if (!(await book.run(edit.command, params))) return [`seed ${seed}: ${kind} was refused after ${done.join(", ")}`];
      model = next;
      edits++;
      done.push(kind);
      tally[kind] = (tally[kind] ?? 0) + 1;
      await settled(book);
      wrong = wrongIn();
    }
    const last = JSON.stringify(book.book().sheets);
    const file = readBook(writeBook(book.book()));
    if (JSON.stringify(file.names) !== JSON.stringify(book.book().names)) wrong.push(`seed ${seed}: the file has other names`);
    while (before.length > 0 && wrong.length === 0) {
      undone.push(model);
      model = before.pop()!;
      await book.run("univer.command.undo");
      done.push("undo");
      await settled(book);
      wrong = wrongIn();
    }
    if (wrong.length === 0 && JSON.stringify(book.book().sheets) !== first) wrong = [`seed ${seed}: with all edits undone, the sheets are not as at first`];
    while (undone.length > 0 && wrong.length === 0) {
      model = undone.pop()!;
      await book.run("univer.command.redo");
      done.push("redo");
      await settled(book);
      wrong = wrongIn();
    }
    if (wrong.length === 0 && JSON.stringify(book.book().sheets) !== last) wrong = [`seed ${seed}: with all edits redone, the sheets are not as before undo`];
    return wrong;
  } finally {
    book.dispose();
  }
}

describe(`random edits of books with names (${TESTED})`, () => {
  withFakeTimers({ only: ["setTimeout", "clearTimeout"] });

  it("every formula has the value of the cells that it was written for, and undo and redo lead back and forth", async () => {
    const tally: Record<string, number> = {};
    const wrong: string[] = [];
    for (let i = 0; i < RUNS && wrong.length < 5; i++) wrong.push(...(await run(Number(SEED) * 10_000 + i, tally)).slice(0, 3));
    expect(wrong).toEqual([]);
    expect(Object.keys(EDITS).filter((kind) => !tally[kind])).toEqual([]);
  }, 3_600_000);
});

/*
 * Each formula of a book is in a cell, a name, a chart, a conditional format and a validation. After random edits in the grid, all of them in the saved file are what the grid
 * has in the cell. A number at the end of each tells which one it is.
 */

type Random = (below: number) => number;
const [ROWS, COLUMNS, FORMULAS] = [12, 6, 12];
/** Where the formulas are: no edit reaches them. */
const FAR = 60;
const SHEETS = ["Sheet1", "My data"];
const prefix = (sheet: string): string => (sheet === "Sheet1" ? "Sheet1!" : `'${sheet}'!`);

function reference(random: Random): string {
  const [row, column] = [1 + random(ROWS), random(COLUMNS)];
  const letters = (at: number): string => String.fromCharCode(65 + at);
  const kind = random(5);
  if (kind === 0) return `$${letters(column)}:$${letters(column + random(2))}`;
  if (kind === 1) return `$${row}:$${row + random(3)}`;
  const cell = `$${letters(column)}$${row}`;
  return kind === 2 ? cell : `${cell}:$${letters(column + random(3))}$${row + random(4)}`;
}

/** A book with these formulas in all places, and the formulas of the first sheet without its name. */
function fileOf(random: Random): Uint8Array {
  const all = Array.from({ length: FORMULAS }, (_, i) => `SUM(${prefix(one(random, SHEETS))}${reference(random)})+${1_000 + i}`);
  const own = Array.from({ length: FORMULAS }, (_, i) => `SUM(${reference(random)})+${2_000 + i}`);
  const cells = (formulas: readonly string[]): string =>
    formulas.map((text, i) => `<row r="${FAR + i}"><c r="T${FAR + i}"><f>${text}</f><v>0</v></c></row>`).join("");
  const rules = own.map((text, i) => {
    const sqref = `T${FAR + i}`;
    return [
      `<conditionalFormatting sqref="${sqref}"><cfRule type="expression" priority="${i + 1}"><formula>${text}</formula></cfRule></conditionalFormatting>`,
      `<dataValidation type="custom" sqref="${sqref}"><formula1>${text}</formula1></dataValidation>`,
    ] as const;
  });
  const numbers = Array.from(
    { length: ROWS },
    (_, r) => `<row r="${r + 1}"><c r="A${r + 1}"><v>${r}</v></c><c r="C${r + 1}" t="str"><v>text</v></c></row>`,
  ).join("");
  return smallFile({
    sheets: { Sheet1: numbers + cells(own), "My data": numbers, Uses: cells(all) },
    after: `${rules.map(([format]) => format).join("")}<dataValidations count="${FORMULAS}">${rules.map(([, rule]) => rule).join("")}</dataValidations><drawing r:id="rId1"/>`,
    workbook: `<definedNames>${all.map((text, i) => `<definedName name="Name_${i}">${text}</definedName>`).join("")}</definedNames>`,
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(["rId1", "drawing", "../drawings/drawing1.xml"]),
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`,
      "xl/drawings/_rels/drawing1.xml.rels": relationships(["rId1", "chart", "../charts/chart1.xml"]),
      "xl/charts/chart1.xml": `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">${all.map((text) => `<c:f>${text}</c:f>`).join("")}</c:chartSpace>`,
    },
  });
}

/** Edits that each formula of the book follows. */
const FOLLOWED = KINDS.filter((kind) => /^(?:insert|delete|drag) (?:rows|columns)$|^rename a sheet$|^cut/.test(kind));

/** Formulas by the number at their end, without the sheet that they are all on. */
const byNumber = (formulas: readonly string[]): ReadonlyMap<string, string> =>
  new Map(formulas.map((text) => [/\+(\d+)$/.exec(text)?.[1] ?? "", unescaped(text).replace(/^=/, "")]));

async function runParts(seed: number, tally: Record<string, number>): Promise<string[]> {
  const random = randomOf(seed);
  const file = fileOf(random);
  const opened = { file, book: readBook(file) };
  const book = await calculated(openBook(opened.book));
  const model: Model = { sheets: SHEETS.map((name) => ({ name, deleted: false, cells: new Map() })), names: [] };
  const done: string[] = [];
  try {
    for (let count = 0; count < 10;) {
      const kind = one(random, FOLLOWED);
      const edit = EDITS[kind]!(random, model);
      if (!edit) continue;
      if (!(await book.run(edit.command, edit.params(book)))) return [`seed ${seed}: ${kind} was refused after ${done.join(", ")}`];
      count++;
      done.push(kind);
      tally[kind] = (tally[kind] ?? 0) + 1;
      if (random(6) === 0) {
        for (const undoOrRedo of ["undo", "redo"]) await book.run(`univer.command.${undoOrRedo}`);
        done.push("undo and redo");
      }
      await settled(book);
    }
    const now = book.book();
    const edits = book.edits();
    const origins = now.sheets.map(({ name }) => {
      const origin = opened.book.sheets.findIndex((sheet) => sheetAfter(sheet.name, edits) === name);
      return origin < 0 ? undefined : origin;
    });
    // The engine without a page has no conditional formats.
    const formatted = now.sheets.map((sheet, i) => {
      const { formats, name } = opened.book.sheets[origins[i] ?? -1] ?? {};
      return formats && name !== undefined ? { ...sheet, formats: movedFormats(formats, name, edits) } : sheet;
    });
    const saved = savedBook(opened, { book: { ...now, sheets: formatted }, origins, edits }, { trusts: () => true });
    const texts = Object.fromEntries(Object.entries(unzipSync(saved.file)).map(([name, bytes]) => [name, strFromU8(bytes)]));
    const textsOf = (part: string, element: string): string[] => [...texts[part]!.matchAll(new RegExp(`<${element}>([^<]*)<`, "g"))].map(([, text]) => text!);
    const inCells = (sheet: string) => byNumber(now.sheets.find(({ name }) => name === sheet)!.cells.flatMap(({ formula }) => formula ?? []));
    const [all, own] = [inCells("Uses"), inCells(model.sheets[0]!.name)];
    const wrong = newlyBroken(file, saved.file);
    const compare = (what: string, formulas: readonly string[], cells: ReadonlyMap<string, string>): void => {
      const found = byNumber(formulas);
      for (const [number, text] of cells) if (found.get(number) !== text) wrong.push(`${what}: ${String(found.get(number))} instead of ${text}`);
    };
    compare("chart", textsOf("xl/charts/chart1.xml", "c:f"), all);
    compare(
      "name",
      [...texts["xl/workbook.xml"]!.matchAll(/<definedName [^>]*>([^<]*)</g)].map(([, text]) => text!),
      all,
    );
    compare("conditional format", textsOf("xl/worksheets/sheet1.xml", "formula"), own);
    compare("validation", textsOf("xl/worksheets/sheet1.xml", "formula1"), own);
    compare("cell", textsOf("xl/worksheets/sheet1.xml", "f"), own);
    return wrong.map((text) => `seed ${seed} after ${done.join(", ")}: ${text}`);
  } finally {
    book.dispose();
  }
}

describe(`random edits of a book that has each formula in several parts (${TESTED})`, () => {
  withFakeTimers({ only: ["setTimeout", "clearTimeout"] });

  it("moves a formula of a chart, name, conditional format and validation as that of a cell", async () => {
    const tally: Record<string, number> = {};
    const wrong: string[] = [];
    for (let i = 0; i < many(300, 8) && wrong.length < 5; i++) wrong.push(...(await runParts(Number(SEED) * 10_000 + i, tally)).slice(0, 3));
    expect(wrong).toEqual([]);
    expect(Object.keys(tally).length).toBe(new Set(FOLLOWED).size);
  }, 1_800_000);
});
