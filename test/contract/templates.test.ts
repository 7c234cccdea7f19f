import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { functionSpec, type FunctionName } from "../../src/contract/functions";
import { install } from "../../src/core/ask";
import { createClient } from "../../src/core/client";
import { createEvaluator, type CellWriter } from "../../src/core/evaluator";
import { nodeHost } from "../../src/commands/node-host";
import { functions } from "../../src/functions";
import type { Store } from "../../src/service/store/store";
import { serialOf } from "../../src/contract/dates";
import { NO_KEY_IN_CELL, paneWords } from "../../src/pane/pane-words";
import type { Book, BookCell, BookSheet } from "../../src/workbook/book";
import { isError, type CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { findServiceCalls, hasServiceCall } from "../../src/workbook/formulas/service-calls";
import { starterBook, templateBooks } from "../../src/workbook/templates/templates";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { unzipSync, strFromU8 } from "fflate";
import { itWithSharedData } from "../shared-data";
import { SEED, WHOLE } from "../corpus";
import { loadEngine } from "../unit/engine/engine-bundle";
import { publishedDocuments, storeOfDocuments } from "./published-documents";
import { serviceUnderTest, NOON } from "./service/service-under-test";

const ROOT = path.resolve(__dirname, "../..");
const FOLDER = path.join(ROOT, "assets", "templates");

let loaded: ReturnType<typeof loadEngine> | undefined;

const TEMPLATES = templateBooks();
const STARTER = starterBook();

/** Cells as Excel shows them; dates are serial numbers. */
const writer: CellWriter<unknown> = {
  answer: ({ value, kind, reason }) => (value === null ? `n/a: ${reason}` : kind === "date" ? serialOf(String(value)) : value),
  failure: (code, failure) => {
    throw Object.assign(new Error(paneWords(failure)), { code });
  },
  held: ({ value }) => value,
  noKey: () => NO_KEY_IN_CELL,
  errorIn: (code) => {
    throw Object.assign(new Error("An error came in."), { code });
  },
};

const metadata = {
  functions: Object.keys(functions).map((id) => {
    const name = id.replace(/^SERVICE\.?/, "");
    const names = name === "" || name === "GET" ? ["entity", "path"] : functionSpec(name as FunctionName).parameters.map((p) => p.name);
    return { id, name: id, parameters: names.map((n) => ({ name: n, type: "any", optional: true })) };
  }),
};

interface Shown {
  readonly sheet: string;
  readonly address: string;
  readonly formula: string;
  readonly value: CellValue;
}

/** Every formula of a book with its value. The service answers the SERVICE functions as of this day. */
async function calculated(book: Book, asOf: string, store?: Store): Promise<Shown[]> {
  const service = await serviceUnderTest({ asOf, ...(store ? { store } : {}) });
  const client = createClient(
    nodeHost(
      async (body) => {
        const { statusCode, payload } = await service.post(body);
        return { status: statusCode, header: () => undefined, text: async () => payload };
      },
      () => NOON,
    ),
  );
  client.setAccess("present");
  install(createEvaluator(client, writer));
  const { createHeadlessEngine, dataOfBook } = (loaded ??= loadEngine());
  const engine = createHeadlessEngine(dataOfBook(book, "book"), { functions: new Map(Object.entries(functions)), metadata });
  try {
    await engine.settled();
    return book.sheets.flatMap(({ name, cells }) =>
      cells.flatMap(({ row, column, formula }) =>
        formula === undefined ? [] : [{ sheet: name, address: addressOf({ sheet: name, row, column }), formula, value: engine.cell(name, row, column).value }],
      ),
    );
  } finally {
    engine.dispose();
    await service.close();
  }
}

/** The formula of a hidden cell whose number a chart draws. `#N/A` leaves a gap; a text would be drawn as 0. */
const CHART_NUMBER = /^=IF\(ISNUMBER\(([A-Z]+\d+)\),\1,NA\(\)\)$/;

const isReason = (value: CellValue): boolean => typeof value === "string" && value.startsWith("n/a: ");

/** The reasons that each sheet is expected to show, by their words. */
const MEANT: Readonly<Record<string, readonly RegExp[]>> = {
  "Macro board": [],
  "Yield curve": [],
  "Short interest": [/Float unknown: several share classes/, /ceiling of 999\.99 days/],
  "Relative value": [/diluted EPS is zero or negative/, /Not stated: short_term_debt/],
  "Prediction odds": [/Market closed on/],
  "Whale and funding": [],
};

/** Number of lines of a text that wraps between words, in a column of this many characters. */
function linesOf(text: string, width: number): number {
  let [lines, used] = [1, 0];
  for (const { length } of text.split(" ")) {
    if (used > 0 && used + 1 + length > width) [lines, used] = [lines + 1, length];
    else used += (used > 0 ? 1 : 0) + length;
    lines += Math.ceil(used / width) - 1;
    used = ((used - 1) % width) + 1;
  }
  return lines;
}

/** Whether a text is fully visible: it wraps and its row is high enough, or it extends over empty cells beside it. */
function isWhole({ cells, columns = [], rows = [] }: BookSheet, at: BookCell, text: string): boolean {
  const widthOf = (column: number): number => columns.find((c) => c.from <= column && column <= c.to)?.width ?? 8;
  if (at.style?.wrap) return linesOf(text, widthOf(at.column)) * 15 <= (rows.find((r) => r.row === at.row)?.height ?? 15);
  const next = cells.find((c) => c.row === at.row && c.column > at.column && (c.value !== null || c.formula !== undefined))?.column ?? Infinity;
  let room = 0;
  for (let column = at.column; column < Math.min(next, at.column + 20); column++) room += widthOf(column);
  return text.length <= room;
}

describe.each(["2024-06-25", "2026-11-20"])("the starter workbook on %s, calculated with the real functions and service", (asOf) => {
  let cells: Shown[];
  beforeAll(async () => void (cells = await calculated(STARTER, asOf)), 120_000);

  it("every formula gives a value or a reason, never an error", () => {
    const wrong = cells.filter(({ value, formula }) => value === null || (isError(value) && !(value.error === "#N/A" && CHART_NUMBER.test(formula))));
    expect(wrong).toEqual([]);
    expect(cells.length).toBeGreaterThan(500);
  });

  it("every reason is an expected one", () => {
    const unmeant = cells.filter(({ sheet, value }) => isReason(value) && !MEANT[sheet]!.some((words) => words.test(String(value))));
    expect(unmeant).toEqual([]);
  });

  it("every reason fits its cell", () => {
    const cut = cells.filter(({ sheet, address, value }) => {
      const book = STARTER.sheets.find((s) => s.name === sheet)!;
      const at = book.cells.find((c) => addressOf({ sheet, row: c.row, column: c.column }) === address)!;
      return isReason(value) && !isWhole(book, at, String(value));
    });
    expect(cut.map(({ address, value }) => `${address} ${String(value)}`)).toEqual([]);
  });

  it.each(Object.entries(MEANT))("the sheet %s shows its expected reasons, and values in most cells", (sheet, meant) => {
    const own = cells.filter((c) => c.sheet === sheet && hasServiceCall(c.formula));
    for (const words of meant.slice(0, 1)) if (sheet !== "Prediction odds") expect(own.map((c) => c.value)).toContainEqual(expect.stringMatching(words));
    expect(own.filter((c) => !isReason(c.value)).length).toBeGreaterThan(own.length * 0.6);
  });
});

describe("the template workbooks", () => {
  it("cover six subjects, and one workbook contains all of them", () => {
    expect(TEMPLATES.map((t) => t.book.sheets.map((s) => s.name))).toEqual(Object.keys(MEANT).map((name) => [name]));
    expect(STARTER.sheets.map((s) => s.name)).toEqual(Object.keys(MEANT));
  });

  it("hide no reason by IFERROR or IFNA, and use no volatile function such as TODAY", () => {
    for (const { cells } of STARTER.sheets)
      for (const { formula = "" } of cells) expect(formula).not.toMatch(/\b(IFERROR|IFNA|TODAY|NOW|RAND|OFFSET|INDIRECT)\s*\(/);
  });

  it("have marked input cells, which contain no formulas", () => {
    for (const { name, cells } of STARTER.sheets) {
      const inputs = cells.filter((c) => c.style?.fill === "#FFF2CC");
      expect([name, inputs.length > 2]).toEqual([name, true]);
      for (const { formula } of inputs) expect(formula).toBeUndefined();
    }
  });

  it("have titles, headings, widths and notes on how to read them", () => {
    for (const { cells, columns, frozen } of STARTER.sheets) {
      expect(cells[0]).toMatchObject({ row: 0, column: 0, style: { bold: true, size: 16 } });
      expect(cells.some((c) => c.style?.wrap && c.style.bold)).toBe(true);
      expect(cells.some((c) => String(c.value).startsWith("A cell that begins with n/a:"))).toBe(true);
      expect(columns?.length).toBeGreaterThan(5);
      expect(frozen?.rows).toBeGreaterThan(3);
    }
  });
});

describe("the files under assets/templates", () => {
  it("match their definitions", () => {
    expect(() => execFileSync(process.execPath, [path.join(ROOT, "scripts", "templates.mjs"), "--check"], { cwd: ROOT, stdio: "pipe" })).not.toThrow();
  });

  it("are listed, each with its title", () => {
    const list = JSON.parse(readFileSync(path.join(FOLDER, "index.json"), "utf8")) as { id: string; title: string; about: string }[];
    expect(list.map((t) => t.id).sort()).toEqual(
      readdirSync(FOLDER)
        .filter((f) => f.endsWith(".xlsx"))
        .map((f) => f.replace(".xlsx", ""))
        .sort(),
    );
    for (const { title, about } of list) expect([title, about].every(Boolean)).toBe(true);
  });

  it.each(["starter", ...TEMPLATES.map((t) => t.id)])(
    "%s.xlsx has formulas in Excel's stored form, is calculated on opening, and matches its definition",
    (id) => {
      const file = new Uint8Array(readFileSync(path.join(FOLDER, `${id}.xlsx`)));
      const wanted = id === "starter" ? STARTER : TEMPLATES.find((t) => t.id === id)!.book;
      const sheets = wanted.sheets.map((s) => ({ ...s, cells: s.cells.map((c) => (c.formula ? { ...c, value: { error: "#BUSY!" } } : c)) }));
      expect(readBook(file)).toEqual({ ...wanted, sheets, calculation: { onOpening: true } });
      const parts = unzipSync(file);
      expect(strFromU8(parts["xl/workbook.xml"]!)).toContain('fullCalcOnLoad="1"');
      const stored = Object.entries(parts).flatMap(([name, part]) =>
        name.startsWith("xl/worksheets/") ? [...strFromU8(part).matchAll(/<f( t="array"[^>]*)?>([^<]*)<\/f>/g)] : [],
      );
      for (const [, array, text] of stored) {
        const calls = findServiceCalls(text!.replaceAll("&quot;", '"'));
        expect({ text, ok: calls.every((c) => c.stored) && (calls.length === 0 || array !== undefined) }).toMatchObject({ ok: true });
      }
      expect(stored.length).toBeGreaterThan(30);
    },
  );
});

const DAYS = ["2022-12-20", "2023-08-31", "2024-03-28"] as const;
const PAST_DAYS = WHOLE ? DAYS : [DAYS[Number(SEED) % DAYS.length]!];

describe("the starter workbook over published files", () => {
  itWithSharedData("shows as of a past day what it shows if nothing that became public later is loaded", async (folder) => {
    const documents = publishedDocuments(folder);
    expect(documents.length).toBeGreaterThan(25);
    const all = storeOfDocuments(documents);
    // One of the days, unless in `npm run corpus`: each makes another store.
    for (const day of PAST_DAYS) {
      const then = storeOfDocuments(documents, day);
      const [now, before] = [await calculated(STARTER, day, all), await calculated(STARTER, day, then)];
      then.close();
      // Reasons may name what is loaded.
      const shown = (cells: readonly Shown[]) => cells.map(({ sheet, address, value }) => `${sheet} ${address} ${isReason(value) ? "n/a" : String(value)}`);
      expect(shown(now)).toEqual(shown(before));
      expect(now.length).toBeGreaterThan(500);
      expect(now.filter(({ formula, value }) => hasServiceCall(formula) && !isReason(value)).length).toBeGreaterThan(20);
    }
    all.close();
  });
});
