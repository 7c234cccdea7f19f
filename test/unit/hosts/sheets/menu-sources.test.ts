import type { SidebarReply, Sourced, Sources } from "../../../../src/hosts/sheets/sidebar-calls";
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
  return { script, sources: valueOf<Sources>(await script.run(call("sources"))) };
};

const labels = (sources: Sources) => sources.questions.map(({ label, message, answer }) => [label, message ?? answer?.attribution]);

test("for a formula over a range, only the question of the selected cell is listed", async () => {
  const first = await at("B1");
  expect(first.sources).toMatchObject({ address: "'My Rates'!B1", formula: "=SERVICE_PRICE(A1:A3)", shown: "190.5", more: 0 });
  expect(labels(first.sources)).toEqual([['SERVICE_PRICE("AAPL","last")', "The Source."]]);
  const third = await at("B3");
  expect(third.sources).toMatchObject({
    address: "'My Rates'!B3",
    formula: "=SERVICE_PRICE(A1:A3)",
    filledFrom: "'My Rates'!B1",
    shown: "n/a: no such ticker",
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
  expect(labels((await at("C1", { status: 0 })).sources)[0]).toEqual(['SERVICE_FRED("DGS10","value")', expect.stringMatching(/cannot reach the service/)]);
  expect(labels((await at("C1", { key: null })).sources)[0]).toEqual(['SERVICE_FRED("DGS10","value")', expect.stringMatching(/must save an API key/)]);
});

test.each(["E1", "G1", "A2", "Z99"])("no sources are listed for %s, a cell without a SERVICE formula", async (cell) => {
  expect((await at(cell)).sources).toMatchObject({ formula: "", questions: [], more: 0 });
});

test("a formula left wrapped in IF by a refresh is shown as the user wrote it", async () => {
  expect((await at("H1")).sources).toMatchObject({ formula: '=SERVICE_FRED("DGS10")', shown: "asking again …" });
});

test("the sources list and fetch at most 20 questions, and count the others", async () => {
  const tickers = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`A${i + 1}`, `T${i}`]));
  const script = createScript({ book: { sheets: { Main: { ...tickers, B1: { formula: "=SUM(SERVICE_PRICE(A1:A50))", value: 1 } } }, active: "Main!B1" } });
  const sources = valueOf<Sources>(await script.run(call("sources")));
  expect([sources.questions.length, sources.more, script.requests.flat().length]).toEqual([20, 30, 20]);
});

test("a question that was just fetched is not fetched again", async () => {
  const { script } = await at("B1");
  await script.run(call("sources"));
  expect(script.requests).toHaveLength(1);
});

describe("the preview of a form", () => {
  const script = createScript({ book: { sheets: SHEETS, active: "'My Rates'!B9" }, answer: (cell) => ({ value: String(cell.args?.[0]) }) });
  const preview = async (id: string, ...fields: [mode: string, text: string][]) =>
    valueOf<Sourced>(
      await script.run(
        call(
          "preview",
          id,
          fields.map(([mode, text]) => ({ mode, text })),
        ),
      ),
    );

  test("uses the typed values and the cells of the active sheet as arguments", async () => {
    expect(await preview("SERVICE.FRED", ["value", " DGS10 "], ["value", ""])).toMatchObject({
      label: 'SERVICE_FRED("DGS10","value")',
      answer: { value: "DGS10" },
    });
    expect(await preview("SERVICE.PRICE", ["cell", "A3"])).toMatchObject({ label: 'SERVICE_PRICE("GME","last")' });
    expect(await preview("SERVICE.PRICE", ["cell", "$A$2:A3"])).toMatchObject({ label: 'SERVICE_PRICE("GME","last")' });
    expect(await preview("SERVICE", ["cell", "A1"], ["value", "price"])).toMatchObject({ label: 'SERVICE("AAPL","price")' });
  });

  test("explains a wrong argument, a reference that is not a cell, and an unknown function", async () => {
    expect(await preview("SERVICE.PRICE", ["value", ""])).toMatchObject({
      label: "SERVICE_PRICE",
      message: expect.stringMatching(/^No ticker: the cell/) as string,
    });
    expect(await preview("SERVICE.PRICE", ["cell", "A2"])).toMatchObject({ message: expect.stringMatching(/^No ticker: the cell/) as string });
    expect(await preview("SERVICE.PRICE", ["cell", "A1),SUM(1"])).toMatchObject({
      message: expect.stringMatching(/Insert the formula to see its value/) as string,
    });
    expect(await preview("SERVICE.NOSUCH", ["value", "x"])).toMatchObject({ message: "There is no function SERVICE_NOSUCH." });
  });
});
