import type { CallsReply, SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import { type CellInput, displayOf, type PlainValue, type Stored } from "../../../sheets/grid";
import type { Change } from "../../../sheets/spreadsheet";
import { call, createScript, google, KEY, type Menu } from "./menu-script";
import { grid } from "../../../grid";

const copy = call("copyAsValues");

const RATES: Record<string, CellInput> = {
  A1: "ticker",
  A2: "AAPL",
  A3: "",
  A4: "GME",
  B1: { value: 45000, display: "2023-03-15", format: "yyyy-mm-dd" },
  B2: { formula: "=SERVICE_PRICE(A2:A4)", spill: [[190.5], [""], ["n/a: no such ticker"]], format: "0.00" },
  C2: { formula: '=SERVICE_FRED("DGS10","date")', value: { date: "2024-06-28" } },
  C4: { formula: "=SUM(B2:B4)", value: 190.5 },
  D2: { formula: "=ARRAYFORMULA(ROUND(SERVICE_PRICE(TRANSPOSE(A2:A4))))", spill: [[191, "", 7]] },
  E4: { formula: '=SERVICE_FRED("NOPE")', value: "#ERROR!" },
  F4: "typed",
  G4: { formula: '=SERVICE_FRED("TEXT","title")', value: "2024-01-01" },
};

/** The cells of `RATES` that become values. */
const RATES_AS_VALUES = {
  B2: 190.5,
  B4: "n/a: no such ticker",
  C2: { date: "2024-06-28" },
  D2: 191,
  F2: 7,
  E4: "#ERROR!",
  F4: "typed",
  G4: "2024-01-01",
};

const cell = (cells: Readonly<Record<string, CellInput>> | undefined, address: string): Partial<Stored> => (cells?.[address] ?? {}) as Partial<Stored>;
const valueAt = (cells: Readonly<Record<string, CellInput>> | undefined, address: string): PlainValue | undefined => cell(cells, address).value;
const changed = (changes: readonly Change[]): readonly string[] => changes.map((change) => change.call);

test("a copy as values has values instead of SERVICE formulas and their spills, and is otherwise equal", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES }, active: "Rates!A1" } });
  const before = script.book().sheets["Rates"];
  const reply = await script.run(copy);
  expect(reply).toEqual({
    asOf: "",
    ok: true,
    value: { sheet: "Rates (values)", cells: 7, summary: "7 cells are values in the new tab Rates (values), with the sources below. Rates is unchanged." },
  });
  const { sheets, active } = script.book();
  expect(sheets["Rates"]).toEqual(before);
  const made = sheets["Rates (values)"];
  expect(script.formulas("Rates (values)")).toEqual({ C4: "=SUM(B2:B4)" });
  expect(Object.keys(RATES_AS_VALUES).map((address) => [address, valueAt(made, address)])).toEqual(Object.entries(RATES_AS_VALUES));
  expect([cell(made, "B2").format, cell(made, "B1").format, cell(made, "B1").display]).toEqual(["0.00", "yyyy-mm-dd", "2023-03-15"]);
  expect(active).toContain("Rates (values)");
});

test("a copy as values lists its sources below the data, with sample notice, caveats and unknown sources", async () => {
  const script = createScript({
    book: { sheets: { Rates: RATES }, sizes: { Rates: { rows: 6, columns: 8 } }, timeZone: "America/New_York" },
    answer: ({ args }) =>
      args?.[0] === "AAPL" ? { value: 1, sample: true } : args?.[0] === "NOPE" ? undefined : { value: "2024-06-28", caveats: ["not_a_known_id"] },
  });
  await script.run(copy);
  const made = script.book().sheets["Rates (values)"];
  const lines = Array.from({ length: 9 }, (_, i) => displayOf(valueAt(made, `A${i + 5}`) ?? ""));
  expect(lines).toEqual([
    "",
    "",
    "Sources of Rates, values of 2026-11-21 07:00 (America/New_York). Quote the data only with them.",
    "Sample data: generated, not published; do not quote.",
    "Source: The Source.",
    "Caveat: Commitments of Traders data is weekly and published about three days after the Tuesday that it describes.",
    "Caveat: not a known id",
    expect.stringMatching(/^Source not known for 1 question: #N\/A The service's answer was broken/),
    "Source not known for 1 formula whose arguments are calculated within the formula.",
  ]);
});

test("the copy's name gets a number if another tab has that name", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES, "RATES (Values)": {}, "Rates (values 2)": {} }, active: "Rates!A1" } });
  expect(await script.run(copy)).toMatchObject({ ok: true, value: { sheet: "Rates (values 3)" } });
});

test("nothing is copied while a cell still waits for its value", async () => {
  const script = createScript({ book: { sheets: { Rates: { ...RATES, H1: '=SERVICE_FRED("DGS2")' } } } });
  expect(await script.run(copy)).toEqual({
    asOf: "",
    ok: false,
    message: "Nothing was copied: 1 cell on Rates is still loading. Wait, or refresh the sheet, then copy again.",
  });
  expect(script.book().changes).toEqual([]);
});

test("nothing is copied if the tab has no SERVICE formula", async () => {
  const script = createScript({ book: { sheets: { Rates: { A1: 1 } } } });
  await script.run((menu) => menu.serviceCopyAsValues());
  expect(script.book()).toMatchObject({ alerts: ["Nothing was copied: Rates has no SERVICE formula. Select a tab that has one."], changes: [] });
});

test("an unfinished copy is removed if any of its changes fails", async () => {
  const whole = createScript({ book: { sheets: { Rates: RATES }, active: "Rates!A1" } });
  await whole.run(copy);
  const steps = changed(whole.book().changes).length;
  expect(steps).toBeGreaterThan(6);
  for (let failing = 2; failing <= steps; failing++) {
    const script = createScript({ book: { sheets: { Rates: RATES }, active: "Rates!A1" } });
    const reply = await script.run(copy, { failAt: failing });
    expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(/^No copy was made\. Google Sheets stopped this: Service error/) as string });
    expect(Object.keys(script.book().sheets)).toEqual(["Rates"]);
  }
});

test("if Google terminates the script, the unfinished tab is called Copy of …, and the original is unchanged", async () => {
  for (const dieAfter of [1, 3, 5]) {
    const script = createScript({ book: { sheets: { Rates: RATES }, active: "Rates!A1" } });
    const before = script.book().sheets["Rates"];
    await script.run(copy, { dieAfter });
    expect(Object.keys(script.book().sheets)).toEqual(["Rates", "Copy of Rates"]);
    expect(script.book().sheets["Rates"]).toEqual(before);
  }
});

test("without a saved key, values are copied and their sources are listed as unknown", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES } }, key: null });
  expect(await script.run(copy)).toMatchObject({ ok: true, value: { cells: 7 } });
  const text = JSON.stringify(script.book().sheets["Rates (values)"]);
  expect(text).toContain("Source not known for 5 questions: n/a: The owner of this spreadsheet must save an API key");
  expect(text).not.toContain(KEY);
});

test("formulas in rows hidden by a filter become values in the same rows", async () => {
  const script = createScript({ book: { sheets: { Rates: RATES }, filtered: { Rates: [2] }, active: "Rates!A1" } });
  expect(await script.run(copy)).toMatchObject({ ok: true, value: { sheet: "Rates (values)", cells: 7 } });
  const made = script.book().sheets["Rates (values)"];
  expect(script.formulas("Rates (values)")).toEqual({ C4: "=SUM(B2:B4)" });
  expect(Object.keys(RATES_AS_VALUES).map((address) => [address, valueAt(made, address)])).toEqual(Object.entries(RATES_AS_VALUES));
});

test("on a filtered tab, values stay in their rows, and texts that look like numbers stay texts", async () => {
  const shown = ["one", "'2", "2024-01-01", "=4", 5, { date: "2024-06-28" }, true] as const;
  const cells = Object.fromEntries(shown.map((value, i) => [`A${i + 1}`, { formula: `=SERVICE_FRED("S${i}")`, value }]));
  const script = createScript({ book: { sheets: { Main: cells }, filtered: { Main: [1, 3, 4, 6] } } });
  expect(await script.run(copy)).toMatchObject({ ok: true, value: { cells: shown.length } });
  const made = script.book().sheets["Main (values)"];
  expect(shown.map((_, i) => valueAt(made, `A${i + 1}`))).toEqual(shown);
  expect(script.formulas("Main (values)")).toEqual({});
});

test("a copy that shows other values than the tab is removed", async () => {
  const script = createScript({ book: { sheets: { Main: { A1: { formula: '=SERVICE_FRED("X")', value: 1 } } } } });
  const spoiled = jest.fn();
  const reply = await script.run((menu) => {
    const book = google.SpreadsheetApp.getActiveSpreadsheet();
    const { flush } = google.SpreadsheetApp;
    google.SpreadsheetApp.flush = () => {
      spoiled();
      book.getSheetByName("Copy of Main")?.getRange("A1").setValue(7);
      flush();
    };
    return copy(menu);
  });
  expect(spoiled).toHaveBeenCalled();
  expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(/^No copy was made\. 1 cell .* filter/) as string });
  expect(Object.keys(script.book().sheets)).toEqual(["Main"]);
});

const DAY = "2024-05-02";
const shown = (formula: string, value: string | number = 4.2) => ({ formula, value });
const setAsOf = (menu: Menu): void => menu.serviceSetAsOf();

/** Sets the day in the menu; returns what the user saw. */
async function set(script: ReturnType<typeof createScript>, typed: string): Promise<readonly string[]> {
  await script.run(setAsOf, { typed });
  const { toasts, alerts } = script.book();
  return [...toasts.map(({ message }) => message), ...alerts];
}

const rewritten = (script: ReturnType<typeof createScript>): unknown[] =>
  script.book().changes.flatMap((change) => (change.call === "setFormulas" ? change.cells.flat() : []));

test("a formula that is entered while the answers are fetched is recalculated too", async () => {
  const script = createScript({
    book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DGS10")') } } },
    meanwhile: () => google.SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Main")?.getRange("C3").setFormula('=SERVICE_FRED("DGS2")'),
  });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 2 formulas recalculated.`]);
  expect(rewritten(script)).toContain('=SERVICE_FRED("DGS2")');
});

test("a formula without an answer is recalculated too, so that it does not show a value of another day", async () => {
  const script = createScript({
    book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DGS10")'), A2: shown('=SERVICE_FRED("DGS2")'), A3: shown('=SERVICE_FRED("DG"&"S5")') } } },
    answer: ({ args }) => (args?.[0] === "DGS2" ? undefined : { value: 1 }),
  });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 3 formulas recalculated.`]);
});

test("formulas that cannot be recalculated are reported, because they still show values of another day", async () => {
  const cells = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`A${i + 1}`, shown(`=SERVICE_FRED("DGS${i + 2}")`)]));
  const script = createScript({
    book: {
      sheets: { Main: cells, Other: { A1: shown('=SERVICE_FRED("DGS10")') } },
      owner: "ann@example.com",
      protections: [{ range: "Other!A1:A1", editors: [] }],
    },
  });
  await script.run(setAsOf, { typed: DAY, user: "bob@example.com" });
  expect(script.book().toasts.map(({ message }) => message)).toEqual([
    `Cells show values as of ${DAY}: 3 formulas recalculated. 1 formula was not and may show a value of another day: The cell is protected. Get edit access, or have the spreadsheet's owner refresh it.`,
  ]);
});

test("a spreadsheet whose formulas are only unknown to the script sends one question to test the day", async () => {
  const script = createScript({ book: { sheets: { Main: { A1: shown('=SERVICE_FRED("DG"&"S5")') } } } });
  expect(await set(script, DAY)).toEqual([`Cells show values as of ${DAY}: 1 formula recalculated.`]);
  expect([script.requests.map((cells) => cells.length), script.asOf]).toEqual([[1], [DAY]]);
});

/* A cell can call every function of the script with the owner's key: `=serviceRefreshBook()`. */

test("menu functions called from a cell return a message and change nothing", async () => {
  const script = createScript({ book: { sheets: { Rates: { A1: '=SERVICE_FRED("DGS10")' } } } });
  const names = await script.run((menu) => Object.keys(menu) as (keyof Menu)[]);
  expect(names).toEqual(expect.arrayContaining(["serviceRefreshBook", "serviceScheduledRefresh", "serviceCopyAsValues", "serviceOpenSidebar", "onOpen"]));
  for (const name of names) {
    const call = (menu: Menu) => (menu[name] as (...args: unknown[]) => unknown)("refresh", ["book"]);
    await expect(script.run(call, { kind: "custom" })).rejects.toThrow(
      /^(This function runs from the SERVICE menu, not|This works only in the sidebar\. Choose SERVICE|Only the schedule runs this\. Set one under SERVICE)/,
    );
    expect([script.requests, script.book().changes, [...script.properties.document]]).toEqual([[], [], []]);
  }
});

function valueOf<T>(reply: SidebarReply): T {
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as T;
}

const SHEETS = {
  "My Rates": {
    A1: "AAPL",
    A2: "",
    A3: "GME",
    B1: { formula: "=SERVICE_PRICE(A1:A3)", spill: [[190.5], [""], ["n/a: no such ticker"]] },
    C1: { formula: '=IF(SERVICE_FRED("DGS10")>4,SERVICE_FRED("DGS10"),SERVICE_PRICE(A1:A3))', value: 4.2 },
    D1: { formula: '=SERVICE_FRED("DG"&"S10")', value: 4.2 },
    E1: { formula: "=SUM(B1:B3)", value: 190.5 },
    F1: { formula: '=SERVICE_BIS("DE","nonsense")', value: "#ERROR!" },
    G1: "typed",
    H1: { formula: '=IF(TRUE,"asking again …",SERVICE_FRED("DGS10"))', value: "asking again …" },
  },
};

const at = async (cell: string, options: Partial<Parameters<typeof createScript>[0]> = {}) => {
  const script = createScript({ book: { sheets: SHEETS, active: `'My Rates'!${cell}` }, ...options });
  return { script, sources: valueOf<CallsReply>(await script.run(call("calls"))) };
};

/** What each call asks, and the attribution of its answer, or why there is none. */
const labels = ({ calls }: CallsReply) =>
  calls.map(({ text, asks, outcome }) => {
    if (asks.kind === "wrong") return [text, asks.message];
    if (asks.kind === "unknown") return [text, asks.why];
    if (outcome?.kind === "answer") return [text, outcome.answer.attribution];
    return [text, outcome?.kind === "failure" || outcome?.kind === "no_key" ? outcome.failure.code : asks.kind];
  });

test("for a formula over a range, only the question of the selected cell is listed", async () => {
  const first = await at("B1");
  expect(first.sources).toMatchObject({ place: { sheet: "My Rates", row: 0, column: 1 }, formula: "=SERVICE_PRICE(A1:A3)", more: 0 });
  expect(labels(first.sources)).toEqual([['SERVICE_PRICE("AAPL","last")', "The Source."]]);
  const third = await at("B3");
  expect(third.sources).toMatchObject({
    place: { sheet: "My Rates", row: 0, column: 1 },
    formula: "=SERVICE_PRICE(A1:A3)",
    filledFrom: "'My Rates'!B1",
  });
  expect(labels(third.sources)).toEqual([['SERVICE_PRICE("GME","last")', "The Source."]]);
  expect(third.script.requests.flat()).toHaveLength(1);
});

test.each(['=IFERROR(SERVICE_PRICE(A1:A3),"")', '=ARRAYFORMULA( IFERROR( SERVICE_PRICE(A1:A3) ; "not (yet) there" ) )', "=IFNA(SERVICE_PRICE(A1:A3))"])(
  "a cell that %s fills has the question of its row",
  async (formula) => {
    const script = createScript({ book: { sheets: { "My Rates": { ...SHEETS["My Rates"], B1: { formula, value: 1 }, B3: 2 } }, active: "'My Rates'!B3" } });
    expect(labels(valueOf<CallsReply>(await script.run(call("calls"))))).toEqual([['SERVICE_PRICE("GME","last")', "The Source."]]);
  },
);

test("a cell below a formula that may fill one cell only has no sources", async () => {
  const formula = "=SUM(SERVICE_PRICE(A1:A3))";
  const script = createScript({ book: { sheets: { "My Rates": { ...SHEETS["My Rates"], B1: { formula, value: 1 }, B3: 2 } }, active: "'My Rates'!B3" } });
  expect(valueOf<CallsReply>(await script.run(call("calls"))).calls).toEqual([]);
});

test("for a formula with several calls, each distinct question is listed once", async () => {
  const { sources } = await at("C1");
  expect(labels(sources)).toEqual(
    grid(2, 'SERVICE_FRED("DGS10","value")', "The Source.", 'SERVICE_PRICE("AAPL","last")', "The Source.", 'SERVICE_PRICE("GME","last")', "The Source."),
  );
});

test("the sources explain why a question is unknown, wrong or without an answer", async () => {
  expect(labels((await at("D1")).sources)).toEqual([['SERVICE_FRED("DG"&"S10")', expect.stringMatching(/Put them in cells and refer to those/)]]);
  expect(labels((await at("F1")).sources)).toEqual([['SERVICE_BIS("DE","nonsense")', expect.stringMatching(/^indicator: expected one of/)]]);
  expect(labels((await at("C1", { status: 0 })).sources)[0]).toEqual(['SERVICE_FRED("DGS10","value")', "network"]);
  expect(labels((await at("C1", { key: null })).sources)[0]).toEqual(['SERVICE_FRED("DGS10","value")', "no_key"]);
});

test.each(["E1", "G1", "A2", "Z99"])("no sources are listed for %s, a cell without a SERVICE formula", async (cell) => {
  expect((await at(cell)).sources).toMatchObject({ formula: "", calls: [], more: 0 });
});

test("a formula left wrapped in IF by a refresh is shown as the user wrote it", async () => {
  expect((await at("H1")).sources).toMatchObject({ formula: '=SERVICE_FRED("DGS10")' });
});

test("the sources list and fetch at most 20 questions, and count the others", async () => {
  const tickers = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`A${i + 1}`, `T${i}`]));
  const script = createScript({ book: { sheets: { Main: { ...tickers, B1: { formula: "=SUM(SERVICE_PRICE(A1:A50))", value: 1 } } }, active: "Main!B1" } });
  const sources = valueOf<CallsReply>(await script.run(call("calls")));
  expect([sources.calls.length, sources.more, script.requests.flat().length]).toEqual([20, 30, 20]);
});

test("a question that was just fetched is not fetched again", async () => {
  const { script } = await at("B1");
  await script.run(call("calls"));
  expect(script.requests).toHaveLength(1);
});

describe("an argument of a form", () => {
  const script = createScript({ book: { sheets: SHEETS, active: "'My Rates'!B9", names: {} } as Parameters<typeof createScript>[0]["book"] });
  const argument = async (text: string) => valueOf(await script.run(call("argument", text, "My Rates")));

  test("is the value of its cell, or of the first filled cell of its range", async () => {
    expect(await argument("A3")).toEqual({ known: true, value: "GME" });
    expect(await argument("$A$2:A3")).toEqual({ known: true, value: "GME" });
    expect(await argument("A2")).toEqual({ known: true, value: null });
    expect(await argument('{"NVDA","AMC"}')).toEqual({ known: true, value: "NVDA" });
    expect(await argument("F1")).toEqual({ known: true, value: { error: "#ERROR!" } });
  });

  test("is unknown if only the sheet can calculate it, while it loads, and for several arguments", async () => {
    for (const text of ["A1&A3", "H1", "A1),SUM(1", "A1,A3"]) expect(await argument(text)).toEqual({ known: false });
  });
});

test("cells are read as the pane knows them: dates as serial numbers, errors as errors, and cells of no sheet as #REF!", async () => {
  const script = createScript({ book: { sheets: { ...SHEETS, Days: { A1: { value: "2024-06-28", date: true } as never } }, active: "'My Rates'!A1" } });
  const at = (sheet: string, row: number, column: number) => ({ sheet, row, column });
  const shown = valueOf(
    await script.run(call("shown", [at("My Rates", 0, 0), at("My Rates", 0, 5), at("My Rates", 0, 7), at("My Rates", 98, 0), at("Nowhere", 0, 0)])),
  );
  expect(shown).toEqual([
    { value: "AAPL", text: "AAPL" },
    { value: { error: "#ERROR!" }, text: "#ERROR!" },
    { value: { error: "#BUSY!" }, text: "asking again …" },
    { value: null, text: "" },
    { value: { error: "#REF!" }, text: "#REF!" },
  ]);
});
