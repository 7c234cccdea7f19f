import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";
import { withoutBareCalls } from "../../../src/workbook/formulas/service-calls";
import { withSemicolons, type ArgumentInSheets, inSheets, readSheetsCalls } from "../../../src/workbook/formulas/sheets-calls";
import { withReferences } from "../../../src/workbook/formulas/with-references";
import { grid } from "../../grid";

const literal = (value: Extract<ArgumentInSheets, { kind: "literal" }>["value"]): ArgumentInSheets => ({ kind: "literal", value });
const reference = (row: number, column: number, sheet?: string): ArgumentInSheets => ({
  kind: "reference",
  ...(sheet === undefined ? {} : { sheet }),
  row,
  column,
});
const range = (row: number, column: number, size: { rows?: number; columns?: number }, sheet?: string): ArgumentInSheets => ({
  kind: "range",
  ...(sheet === undefined ? {} : { sheet }),
  row,
  column,
  ...size,
});
const name = (text: string): ArgumentInSheets => ({ kind: "name", name: text });
const computed: ArgumentInSheets = { kind: "computed" };
const ids = (formula: string) => readSheetsCalls(formula).map(({ id }) => id);
const args = (formula: string) => readSheetsCalls(formula).map((call) => call.args);

test.each<[string, string[]]>([
  ['=SERVICE("AAPL","price")', ["SERVICE"]],
  ['=service_fred("DGS10")', ["SERVICE.FRED"]],
  ['=Service_Get ("AAPL";"price")', ["SERVICE.GET"]],
  ['=IF(SERVICE_ONCHAIN_RISK("BTC")>50,SERVICE_FRED(A1),"SERVICE_RV(A1)")', ["SERVICE.ONCHAIN_RISK", "SERVICE.FRED"]],
  ["='SERVICE_FRED(1)'!A1&MYSERVICE_FRED(1)&X.SERVICE_FRED(1)", []],
  ["=SERVICE.FRED(A1)", []],
  ["=SERVICE_NOSUCH(A1)+SERVICE_ODDS(A1)+SERVICES(A1)", []],
  ["=SERVICE_FRED(A1", []],
  ["SERVICE", []],
  ["", []],
])("%s calls %j", (formula, expected) => {
  expect(ids(formula)).toEqual(expected);
});

test("finds every function by its Google Sheets name", () => {
  expect(CELL_FUNCTIONS.flatMap((fn) => ids(`=SERVICE_${fn}()`))).toEqual(CELL_FUNCTIONS.map((fn) => `SERVICE.${fn}`));
});

test.each<[string, ArgumentInSheets[]]>([
  ["=SERVICE_REGIME( )", []],
  ['=SERVICE_OSINT("say ""hi"", (you)", -3)', [literal('say "hi", (you)'), literal(-3)]],
  ["=SERVICE_PRICE(,TRUE, false ,)", [literal(null), literal(true), literal(false), literal(null)]],
  ["=SERVICE_YIELD(a1,$B$2)", [reference(0, 0), reference(1, 1)]],
  ["=SERVICE_YIELD(Sheet2!A$1,'It''s [my], sheet!'!$AA10)", [reference(0, 0, "Sheet2"), reference(9, 26, "It's [my], sheet!")]],
  ["=SERVICE_PRICE(A2:B9,B9:A2,$A$2:$A$2)", [range(1, 0, { rows: 8, columns: 2 }), range(1, 0, { rows: 8, columns: 2 }), range(1, 0, { rows: 1, columns: 1 })]],
  ["=SERVICE_PRICE(A2:A,A2:C,C2:A)", [range(1, 0, { columns: 1 }), range(1, 0, { columns: 3 }), range(1, 0, { columns: 3 })]],
  [
    "=SERVICE_PRICE(A:A,'My Sheet'!B:C,2:2,B2:2)",
    [range(0, 0, { columns: 1 }), range(0, 1, { columns: 2 }, "My Sheet"), range(1, 0, { rows: 1 }), range(1, 1, { rows: 1 })],
  ],
  ["=SERVICE_PRICE(tickers,Größe_2,_x)", [name("tickers"), name("Größe_2"), name("_x")]],
  ['=SERVICE_PRICE(LEFT(A1,2),A1&"",{A1,"b"},#N/A,(A1),-A1,A1:B2:C3)', [computed, computed, computed, computed, computed, computed, computed]],
  ["=SERVICE_PRICE(A:B9,2:B2,A,Sheet2!A1:Sheet2!B2)", [computed, computed, name("A"), computed]],
  ['=SERVICE_OSINT("a,b";1,5)', [literal("a,b"), literal(1.5)]],
  ['=SERVICE_OSINT("x"; ;-0,25)', [literal("x"), literal(null), literal(-0.25)]],
  ["=SERVICE_PRICE('It''s'!tickers,Sheet2!Rates)", [name("'It''s'!tickers"), name("Sheet2!Rates")]],
  ["=LET(tickers,A2,SERVICE_PRICE(tickers,B2))", [computed, reference(1, 1)]],
  ["=MAP(A2:A9,LAMBDA(t,SERVICE_PRICE(t)))", [computed]],
  ["=SERVICE_PRICE({1;2},A1)", [literal([[1], [2]]), reference(0, 0)]],
  ["=SERVICE_PRICE({1\\2;3\\4};A1)", [literal(grid(2, 1, 2, 3, 4)), reference(0, 0)]],
  ['=SERVICE_FRED({"DGS10","DGS2"})', [literal([["DGS10", "DGS2"]])]],
  ['=SERVICE_SHORTINTEREST(A2:A9; {"days","pctfloat"})', [range(1, 0, { rows: 8, columns: 1 }), literal([["days", "pctfloat"]])]],
  ['=SERVICE_FRED({"a,b"\\"c\\d";"e;f"\\"1,5"})', [literal(grid(2, "a,b", "c\\d", "e;f", "1,5"))]],
  ["=SERVICE_FRED({ 1,5 \\ TRUE ; -0,25 \\ 2% })", [literal(grid(2, 1.5, true, -0.25, 0.02))]],
  ["=SERVICE_OSINT({1,5};A1)", [computed, reference(0, 0)]],
  ["=SERVICE_FRED({1,2;3},{},{#N/A},{{1}})", [computed, computed, computed, computed]],
])("reads the arguments of %s", (formula, expected) => {
  expect(args(formula)).toEqual([expected]);
});

test("finds each call's position, and whether the call is the whole formula", () => {
  const formula = '=IF(TRUE;SERVICE_PRICE(A1;"last");SERVICE(SERVICE_GET("x";"y");"price"))';
  expect(readSheetsCalls(formula).map(({ start, end, alone }) => [formula.slice(start, end), alone])).toEqual(
    grid(2, 'SERVICE_PRICE(A1;"last")', false, 'SERVICE(SERVICE_GET("x";"y");"price")', false, 'SERVICE_GET("x";"y")', false),
  );
  expect([" = SERVICE_PRICE(A1) ", "=+SERVICE_PRICE(A1)", "=SERVICE_PRICE(A1)*1"].map((f) => readSheetsCalls(f)[0]?.alone)).toEqual([true, false, false]);
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(..."\"'()[]{},;:!@#$&+-% \\=", ...`SERVICE_FRED(|SERVICE(|SERVICE_|A1|$B$2|A:A|2:2|'My Sheet'!|1,5|"a;(b"`.split("|")),
    fc.string({ maxLength: 4 }),
  ),
  { maxLength: 30 },
);

test("readSheetsCalls finds valid calls in any text", () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const text = list.join("");
      for (const { start, end, args: read } of readSheetsCalls(text)) {
        expect(text.slice(start, end)).toMatch(/^SERVICE[\s\S]*\)$/i);
        for (const argument of read)
          if (argument.kind === "range") {
            expect(Math.min(argument.row, argument.column, argument.rows ?? 1, argument.columns ?? 1)).toBeGreaterThanOrEqual(0);
            expect(argument.rows ?? argument.columns).toBeDefined();
          }
      }
    }),
    { numRuns: 5_000, seed: 7 },
  );
});

test("a formula has the same arguments with semicolons as with commas", () => {
  expect(withSemicolons('=IF(SERVICE_FRED("a,b",A1)>{1,2;3,4},"x,y",\'a,b\'!A1)')).toBe('=IF(SERVICE_FRED("a,b";A1)>{1,2;3,4};"x,y";\'a,b\'!A1)');
  expect(withSemicolons('=ROUND(SERVICE_OSINT("x";1,5);2)')).toBe('=ROUND(SERVICE_OSINT("x";1,5);2)');
  fc.assert(
    fc.property(fc.array(fc.constantFrom('"a,b"', "A1", "B2:B", "-2", "TRUE", "", "name"), { minLength: 2, maxLength: 6 }), (list) => {
      const formula = `=SUM(SERVICE_FRED(${list.join(",")}),2)`;
      expect(args(withSemicolons(formula))).toEqual(args(formula));
    }),
    { seed: 3 },
  );
});

test("calls, formulas and names are written as in Google Sheets", () => {
  expect(inSheets("SERVICE.ONCHAIN_RISK")).toBe("SERVICE_ONCHAIN_RISK");
  expect(inSheets('=SERVICE.FRED("DGS10")')).toBe('=SERVICE_FRED("DGS10")');
  expect(inSheets('SERVICE.ONCHAIN_RISK("BTC","score")')).toBe('SERVICE_ONCHAIN_RISK("BTC","score")');
  expect(inSheets('SERVICE("SERVICE.FRED(","price")')).toBe('SERVICE("SERVICE.FRED(","price")');
});

test.each([
  ['=SERVICE("NVDA","PRICE")', '=SERVICE.GET("NVDA","PRICE")'],
  ["=service (A1,B1)+SERVICE(A2,SERVICE(A3,B3))", "=SERVICE.GET(A1,B1)+SERVICE.GET(A2,SERVICE.GET(A3,B3))"],
  ['=_xldudf_SERVICE("NVDA","PRICE")', '=SERVICE.GET("NVDA","PRICE")'],
  ['=IF(A1="SERVICE(x)",SERVICE.FRED("DGS10"),SERVICE("a","b"))', '=IF(A1="SERVICE(x)",SERVICE.FRED("DGS10"),SERVICE.GET("a","b"))'],
])("rewrites %s", (formula, expected) => expect(withoutBareCalls(formula)).toBe(expected));

test.each(['=SERVICE.GET("NVDA","PRICE")', '=_xldudf_SERVICE_FRED("DGS10")', "=MYSERVICE(1)", '="SERVICE(1)"'])("leaves %s", (formula) =>
  expect(withoutBareCalls(formula)).toBeUndefined(),
);

const TO = { row: 3, column: 1, rows: 9, columns: 1 };

describe("references of a formula", () => {
  it.each([
    ["=SUM(B4:B6)", "=SUM(B4:B12)"],
    ["=sum( $b$4:B$6 ) + A1", "=sum( $B$4:B$12 ) + A1"],
    ["=SUM(B6:B4)", "=SUM(B12:B4)"],
    ["='My sheet'!B4:'My sheet'!B6", "='My sheet'!B4:'My sheet'!B12"],
    ['="B4:B6"&A1', '="B4:B6"&A1'],
    ["=SUM([Book1.xlsx]Data!B4:B6)", "=SUM([Book1.xlsx]Data!B4:B6)"],
    ["=SUM(B:B,4:6)+B4:B5:B6", "=SUM(B:B,4:6)+B4:B5:B6"],
  ])("with ranges replaced: %s becomes %s", (formula, expected) => {
    expect(withReferences(formula, "Sheet1", ({ isRange }) => (isRange ? TO : undefined))).toBe(expected);
  });

  it("of single cells keep their $ and their sheet", () => {
    const cell = { row: 9, column: 27, rows: 1, columns: 1 };
    expect(withReferences("=$b4+B$4/Rates!$C$7-LOG10(A1)", "Sheet1", () => cell)).toBe("=$AB10+AB$10/Rates!$AB$10-LOG10(AB10)");
  });

  it("become #REF! as a whole", () => {
    expect(withReferences("=SUM(Rates!B4:Rates!B6)+1", "Sheet1", () => "#REF!")).toBe("=SUM(Rates!#REF!)+1");
  });

  it("know the function that they are a whole argument of", () => {
    const seen: unknown[] = [];
    withReferences("=sum(A1, 'My sheet'!B1:B2 )+MAX(C1+1,(D1))", "Sheet1", (_, functionName) => void seen.push(functionName()));
    expect(seen).toEqual(["SUM", "SUM", undefined, undefined]);
  });

  it("are read in order, each with its sheet and its $", () => {
    const seen: unknown[] = [];
    withReferences(
      "=SUM(A$1:$A2,Rates!B1:C2,D1)",
      "Sheet1",
      ({ sheet, column, rows, isRange, fixed }) => void seen.push([sheet, column, rows, isRange, fixed]),
    );
    const free = { rows: [false, false], columns: [false, false] };
    expect(seen).toEqual([
      ["Sheet1", 0, 2, true, { rows: [true, false], columns: [false, true] }],
      ["Rates", 1, 2, true, free],
      ["Sheet1", 3, 1, false, free],
    ]);
  });
});
