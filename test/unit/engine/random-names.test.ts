import { many, SEED, TESTED } from "../../corpus";
import type { Book } from "../../../src/workbook/book";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../../src/workbook/xlsx/write-book";
import { calculated, openBook, type EditedBook } from "./edited-book";
import { EDITS, firstModel, KINDS, letters, one, randomOf } from "./names-edits";
import { bookOfModel, hasCycle, key, valueOfFormula, type Model } from "./names-model";
import { withFakeTimers } from "../../time";

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
  const opening = openBook(withSizes(bookOfModel(model), randomOf(seed + 1)));
  await jest.advanceTimersByTimeAsync(1_000);
  const book = await opening;
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
