import type { ICellData } from "@univerjs/core";
import type { CustomFunction } from "../../../src/engine/calls/custom-functions";
import type { CellValue } from "../../../src/workbook/cell";
import { TYPED_TEXTS } from "../../conformance/awkward-calls";
import { grid } from "../../grid";
import { dataOfBook, openedEngine } from "./values-of";

const metadata = {
  functions: [
    { id: "GIVEN", name: "GIVEN", parameters: [{ name: "value", type: "any" }] },
    { id: "GIVEN.TEXT", name: "GIVEN.TEXT", parameters: [{ name: "text", type: "string" }] },
    { id: "GIVEN.BLOCK", name: "GIVEN.BLOCK", parameters: [{ name: "block", type: "any", dimensionality: "matrix" }] },
  ],
};

/** Univer's CellValueType; the engine comes as a bundle without it. */
const CELL = { text: 1, number: 2, boolean: 3, forcedText: 4 } as const;

/** Values of the formulas of column B, with these values in column A; `GIVEN` returns its argument as JSON. */
async function results(formulas: readonly string[], values: readonly CellValue[] = [], cells: Readonly<Record<number, ICellData>> = {}): Promise<CellValue[]> {
  const given: CustomFunction = (value) => JSON.stringify(value);
  const functions = new Map(metadata.functions.map(({ id }) => [id, given]));
  const contents = [...values.map((value, row) => ({ row, column: 0, value })), ...formulas.map((formula, row) => ({ row, column: 1, value: null, formula }))];
  const data = dataOfBook({ sheets: [{ name: "Sheet1", cells: contents }], active: 0, names: [], settings: {} }, "book");
  for (const [row, cell] of Object.entries(cells)) (data.sheets.s1!.cellData![Number(row)] ??= {})[0] = cell;
  const opened = openedEngine(data, { functions, metadata });
  await opened.settled();
  return formulas.map((_, row) => opened.cell("Sheet1", row, 1).value);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Ways to pass a text to a function unchanged. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  "as a literal": (t) => `GIVEN(${t})`,
  "where text is declared": (t) => `GIVEN.TEXT(${t})`,
  "in parentheses": (t) => `GIVEN((${t}))`,
  "through IF": (t) => `GIVEN(IF(TRUE,${t},""))`,
  "through IFERROR": (t) => `GIVEN(IFERROR(${t},0))`,
  "through IFS": (t) => `GIVEN(IFS(TRUE,${t}))`,
  "through SWITCH": (t) => `GIVEN(SWITCH(1,1,${t}))`,
  "through CHOOSE": (t) => `GIVEN(CHOOSE(1,${t}))`,
  "through LET": (t) => `GIVEN(LET(x,${t},x))`,
  "through LEFT": (t) => `GIVEN(LEFT(${t},99))`,
  "through MID": (t) => `GIVEN(MID("x"&${t},2,99))`,
  "through SUBSTITUTE": (t) => `GIVEN(SUBSTITUTE(${t},"~",""))`,
  "through REPT": (t) => `GIVEN(REPT(${t},1))`,
  "through T": (t) => `GIVEN(T(${t}))`,
  "through CONCATENATE": (t) => `GIVEN(CONCATENATE(${t},""))`,
  "through &": (t) => `GIVEN(${t}&"")`,
  "through & of its characters": (t) => `GIVEN(LEFT(${t},1)&MID(${t},2,99))`,
  "through INDEX": (t) => `GIVEN(INDEX(${t},1))`,
};

/** Calculates the formulas of several tests in one book, because each book waits for timers of the engine. Returns the values of some of them. */
function inOneBook(formulas: readonly string[], values: readonly CellValue[] = []): (some: readonly string[]) => Promise<(CellValue | undefined)[]> {
  let calculated: Promise<ReadonlyMap<string, CellValue>> | undefined;
  return async (some) => {
    const found = await (calculated ??= results(formulas, values).then((all) => new Map(formulas.map((formula, i) => [formula, all[i] as CellValue]))));
    return some.map((formula) => found.get(formula));
  };
}

const TEXTS = TYPED_TEXTS.map(String);
const ofLiterals = (call: (text: string) => string): string[] => TEXTS.map((text) => `=${call(quoted(text))}`);
const ofCells = (call: (text: string) => string): string[] => TEXTS.map((_, row) => `=${call(`A${row + 1}`)}`);
const ways = inOneBook(
  Object.values(WAYS).flatMap((call) => [...ofLiterals(call), ...ofCells(call)]),
  TEXTS,
);

test.each(Object.entries(WAYS))("text reaches a function unchanged %s", async (_, call) => {
  const unchanged = TEXTS.map((text) => JSON.stringify(text));
  expect(await ways(ofLiterals(call))).toEqual(unchanged);
  expect(await ways(ofCells(call))).toEqual(unchanged);
});

test("text in array constants and ranges reaches a function unchanged", async () => {
  const texts = [...TYPED_TEXTS, "a,b", "c;d", "{1,2}"];
  const one = texts.length;
  const formulas = [
    `=GIVEN.BLOCK({${texts.map(quoted).join(",")}})`,
    `=GIVEN.BLOCK({${texts.map(quoted).join(";")}})`,
    `=GIVEN.BLOCK(A1:A${one})`,
    "=GIVEN.BLOCK({1,-2.5;TRUE,1e3})",
  ];
  expect((await results(formulas, texts)).map((json) => JSON.parse(String(json)) as unknown)).toEqual([
    [texts],
    texts.map((t) => [t]),
    texts.map((t) => [t]),
    grid(2, 1, -2.5, true, 1000),
  ]);
});

test("text made by TEXT from a number or date stays text", async () => {
  expect(await results(['=GIVEN(TEXT(45418,"mm/dd/yyyy"))', '=GIVEN(TEXT(0.05,"0%"))', '=GIVEN(TEXT(7,"000"))', '=GIVEN(TEXT(5,"$0"))'])).toEqual(
    ["05/06/2024", "5%", "007", "$5"].map((t) => JSON.stringify(t)),
  );
});

test("a cell's type, not its format, decides what a function receives", async () => {
  const text = (v: string): ICellData => ({ v, t: CELL.forcedText });
  const cells = {
    0: text("#N/A"),
    1: text("45418"),
    2: text("TRUE"),
    3: { v: "#N/A", t: CELL.text },
    4: { v: 45_418, t: CELL.number, s: { n: { pattern: "yyyy-mm-dd" } } },
    5: { v: 7, t: CELL.number, s: { n: { pattern: "@" } } },
    6: { v: 1, t: CELL.boolean },
  };
  expect(
    await results(
      Object.keys(cells).map((row) => `=GIVEN(A${Number(row) + 1})`),
      [],
      cells,
    ),
  ).toEqual(['"#N/A"', '"45418"', '"TRUE"', '{"type":"Error","basicType":"Error","basicValue":"#N/A"}', "45418", "7", "true"]);
});

const AS_IN_EXCEL: readonly (readonly [formula: string, value: CellValue])[] = [
  ['=ISTEXT("5%")', true],
  ['=ISNUMBER("2024-05-06")', false],
  ['=MATCH("5%",{"x","5%"},0)', 2],
  ['=SUM("5%",1)', 1.05],
  ['="5%"+1', 1.05],
  ['=YEAR("2024-05-06")', 2024],
  ['=EDATE("2024-05-06",1)', 45_449],
  ['=DAYS("2024-06-06","2024-05-06")', 31],
  ['=NPV("5%",105)', 100],
  ['=MEDIAN("5%","10%","15%")', 0.1],
  ['=VALUE("$5")', 5],
  ['=DATEVALUE("2024-05-06")', 45_418],
];
const asInExcel = inOneBook(AS_IN_EXCEL.map(([formula]) => formula));

test.each(AS_IN_EXCEL)("%s is %s, as in Excel", async (formula, value) => {
  expect(await asInExcel([formula])).toEqual([value]);
});
