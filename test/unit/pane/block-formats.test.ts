import type { Answer } from "../../../src/core/outcome";
import type { Outcome } from "../../../src/core/outcome";
import { choiceColumns, columnsOfKeys } from "../../../src/pane/formula/block/block-columns";
import { blockFormats, fetchFormats } from "../../../src/pane/formula/block/block-formats";
import { formSpec } from "../../../src/pane/formula/form-spec";

const columnsOf = (id: string, ...choices: string[]) => choiceColumns(formSpec(id)!, choices, []);
const number = (value: number | null, unit: string) => ({ kind: "number", value, unit }) as unknown as Answer;

test("the cells of a column with one unit have the decimals of the most exact one", () => {
  const rv = columnsOf("SERVICE.RV", "pe", "roe");
  const answers = [
    [number(31.2, "x"), number(147.1, "%")],
    [number(28.123, "x"), number(32.5, "%")],
  ];
  expect(blockFormats(rv, 2, answers)).toEqual([
    ["#,##0.000", '0.00"%"'],
    ["#,##0.000", '0.00"%"'],
  ]);
});

test("rows without an answer get the declared unit", () => {
  const short = columnsOf("SERVICE.SHORTINTEREST", "short_interest", "days");
  expect(blockFormats(short, 3, [[number(1_200_000, "shares"), number(1.25, "days")]])).toEqual([
    ["#,##0", "#,##0.00"],
    ["#,##0", "#,##0.00"],
    ["#,##0", "#,##0.00"],
  ]);
});

test("units that differ from row to row give each row its own format, and dates and texts theirs", () => {
  const fred = columnsOf("SERVICE.FRED", "latest");
  const text = { kind: "text", value: "monthly" } as unknown as Answer;
  const date = { kind: "date", value: 45_460 } as unknown as Answer;
  const answers = [[number(4.27, "%")], [number(314.069, "index")], [date], [text], [undefined], [number(5.1, "%")]];
  expect(blockFormats(fred, 6, answers)).toEqual([['0.00"%"'], ["#,##0.000"], ["yyyy-mm-dd"], [undefined], [undefined], ['0.00"%"']]);
});

test("figures of several functions have the formats of their units, by path too", () => {
  const columns = columnsOfKeys(["PRICE()", 'RV(,"dividend_yield")', 'SERVICE(,"insider")', 'PRICE(,"date")']);
  const date = { kind: "date", value: 45_460 } as unknown as Answer;
  const answers = [[number(210.5, "USD"), number(0.45, "%"), number(-1_250_000, "USD"), date]];
  expect(blockFormats(columns, 2, answers)).toEqual([
    ["#,##0.00", '0.00"%"', "#,##0", "yyyy-mm-dd"],
    // A row without an answer has the unit of the others, or the declared one.
    ["#,##0.00", '0.00"%"', "#,##0", undefined],
  ]);
});

test("a long list fetches its first rows only, and a short one each value whose unit may vary", async () => {
  const columns = columnsOfKeys(["PRICE()", 'SHORTINTEREST(,"days")']);
  const asked: string[] = [];
  const ask = (column: { readonly heading: string }, name: string) => {
    asked.push(`${column.heading} ${name}`);
    return Promise.resolve({ kind: "answer", answer: number(1.5, "USD") } as unknown as Outcome);
  };
  await fetchFormats(columns, ["A", "B", "C"], 1, ask);
  expect(asked).toEqual(["Last close A", "Days to cover A", "Last close B", "Last close C"]);
  const formats = await fetchFormats(columns, Array.from({ length: 1_001 }, (_, i) => `T${i}`), 6, ask); // prettier-ignore
  expect(asked).toHaveLength(4 + 12);
  expect(formats[1_000]?.[0]).toBe("#,##0.00");
});
