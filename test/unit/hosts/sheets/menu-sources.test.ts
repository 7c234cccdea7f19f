import type { CallsReply, SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import { createScript, type Menu } from "./menu-script";

const call =
  (name: string, ...args: unknown[]) =>
  (menu: Menu): SidebarReply =>
    menu.serviceSidebar(name, args);

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

test("for a formula with several calls, each distinct question is listed once", async () => {
  const { sources } = await at("C1");
  expect(labels(sources)).toEqual([
    ['SERVICE_FRED("DGS10","value")', "The Source."],
    ['SERVICE_PRICE("AAPL","last")', "The Source."],
    ['SERVICE_PRICE("GME","last")', "The Source."],
  ]);
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
