import { displayOf, type CellInput, type PlainValue, type Stored } from "../../../sheets/grid";
import type { Change } from "../../../sheets/spreadsheet";
import type { SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import { createScript, google, KEY, type Menu } from "./menu-script";

const copy = (menu: Menu): SidebarReply => menu.serviceSidebar("copyAsValues", []);

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
