import fc from "fast-check";
import { readCalls, type ArgumentInFormula } from "../../../src/workbook/formulas/call-arguments";
import { parseLiteralCall } from "../../../src/workbook/formulas/literal";

const literal = (value: string | number | boolean | null): ArgumentInFormula => ({ kind: "literal", value });
const reference = (row: number, column: number, sheet?: string): ArgumentInFormula => ({
  kind: "reference",
  ...(sheet === undefined ? {} : { sheet }),
  row,
  column,
});
const computed: ArgumentInFormula = { kind: "computed" };
const args = (formula: string) => readCalls(formula).map((call) => call.args);

test.each<[string, ArgumentInFormula[]]>([
  ["=SERVICE.REGIME()", []],
  ["=SERVICE.REGIME( )", []],
  ['=SERVICE.FRED("DGS10")', [literal("DGS10")]],
  ['=SERVICE.OSINT("say ""hi"", (you)", -3)', [literal('say "hi", (you)'), literal(-3)]],
  ["=SERVICE.PRICE(,TRUE, false ,)", [literal(null), literal(true), literal(false), literal(null)]],
  ["=SERVICE.YIELD(A1,$B$2)", [reference(0, 0), reference(1, 1)]],
  ["=SERVICE.YIELD( @a1 , xfd1048576 )", [reference(0, 0), reference(1_048_575, 16_383)]],
  ["=SERVICE.YIELD(Sheet2!A$1,'It''s (my), sheet!'!$AA10)", [reference(0, 0, "Sheet2"), reference(9, 26, "It's (my), sheet!")]],
  ["=SERVICE.PRICE('a\"b'!C3)", [reference(2, 2, 'a"b')]],
  ["=SERVICE.PRICE(2024!A1)", [reference(0, 0, "2024")]],
  ["=SERVICE.FRED(XFE1,A1048577)", [computed, computed]],
  ["=SERVICE.FRED(A1:A3,A1#,A:A,name,R1C1)", [computed, computed, computed, computed, computed]],
  ["=SERVICE.FRED([Book1]Sheet1!A1,'[Book 1]x'!A1,A0)", [computed, computed, computed]],
  ['=SERVICE.FRED(A1&"",-A1,(A1),{"a","b"},#N/A)', [computed, computed, computed, computed, computed]],
  ["=SERVICE.FRED(Table1[[#This Row],[a,b]],[@x])", [computed, computed]],
  ["=SERVICE.FRED(LEFT(A1,3),B1)", [computed, reference(0, 1)]],
  ["=SERVICE.FRED(\u201cDGS10\u201d)", [computed]],
])("reads the arguments of %s", (formula, expected) => {
  expect(args(formula)).toEqual([expected]);
});

test("finds every call with its position, nested and stored ones included", () => {
  const formula = '=IF(SERVICE.PRICE(A1)>0,_xldudf_SERVICE_FRED("a)"),service(SERVICE.GET("x","y"),"price"))+SERVICE.RV(';
  const calls = readCalls(formula);
  expect(calls.map(({ id, start, end }) => [id, formula.slice(start, end)])).toEqual([
    ["SERVICE.PRICE", "SERVICE.PRICE(A1)"],
    ["SERVICE.FRED", '_xldudf_SERVICE_FRED("a)")'],
    ["SERVICE", 'service(SERVICE.GET("x","y"),"price")'],
    ["SERVICE.GET", 'SERVICE.GET("x","y")'],
  ]);
  expect(calls.map((c) => c.alone)).toEqual([false, false, false, false]);
});

test.each([
  ["=SERVICE.PRICE(A1)", true],
  [" = @SERVICE.PRICE(A1) ", true],
  ["=+SERVICE.PRICE(A1)", true],
  ["=-SERVICE.PRICE(A1)", false],
  ["=SERVICE.PRICE(A1)*1", false],
  ['="x"&SERVICE.PRICE(A1)', false],
  ["=[2]!_xldudf_SERVICE_PRICE(A1)", false],
])("whether %s is one call and nothing else: %p", (formula, alone) => {
  expect(readCalls(formula).map((c) => c.alone)).toEqual([alone]);
});

const piece = fc.oneof(
  fc.constantFrom(
    ..."\"'()[]{},;!@#$:&+-% \\=\u201c",
    ...`SERVICE.FRED(|SERVICE(|_xldudf_SERVICE_RV(|A1|$B$2|'My Sheet'!|Sheet2!|TRUE|1.5E3|"a,(b"`.split("|"),
  ),
  fc.string({ maxLength: 4 }),
);

test("readCalls finds valid calls in any text, and agrees with parseLiteralCall", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      (text) => {
        for (const { start, end, args: read } of readCalls(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(text[end - 1]).toBe(")");
          expect(text.slice(start, end)).toMatch(/^(_xldudf_)?SERVICE/i);
          for (const argument of read)
            if (argument.kind === "reference") {
              expect(Number.isInteger(argument.row) && argument.row >= 0 && argument.row < 1_048_576).toBe(true);
              expect(Number.isInteger(argument.column) && argument.column >= 0 && argument.column < 16_384).toBe(true);
            }
        }
        const call = parseLiteralCall(text);
        if (!call.ok) expect(call.message).toMatch(/^Expected /);
        else if (call.args.every((a) => typeof a !== "object" || a === null))
          expect(readCalls(text).find((c) => c.alone)?.args ?? []).toEqual(call.args.map((a) => literal(a as string)));
      },
    ),
    { numRuns: 5_000, seed: 11 },
  );
});

test("arguments of generated calls are read as they were generated", () => {
  const text = fc.string({ maxLength: 12 });
  const argument = fc.oneof(
    text.map((t) => ({ written: `"${t.replaceAll('"', '""')}"`, read: literal(t) })),
    fc.integer().map((n) => ({ written: String(n), read: literal(n) })),
    fc.boolean().map((b) => ({ written: String(b).toUpperCase(), read: literal(b) })),
    fc
      .record({ sheet: fc.string({ minLength: 1, maxLength: 8 }).filter((s) => !/[[\]\\/?*:]|^'|'$/.test(s)), row: fc.nat({ max: 9_999 }) })
      .map(({ sheet, row }) => ({ written: `'${sheet.replaceAll("'", "''")}'!$B${row + 1}`, read: reference(row, 1, sheet) })),
    text.map((t) => ({ written: `LEFT("${t.replaceAll('"', '""')}",{1,2})`, read: computed })),
  );
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 5 }), (list) => {
      const written = `SERVICE.FRED(${list.map((a) => a.written).join(" ,")})`;
      expect(args(`=SUM(1,${written})`)).toEqual([list.map((a) => a.read)]);
    }),
    { numRuns: 2_000, seed: 12 },
  );
});

test("finds all of 2,000 nested calls", () => {
  const formula = `=${"SERVICE.FRED(".repeat(2_000)}${")".repeat(2_000)}`;
  expect(readCalls(formula)).toHaveLength(2_000);
});
