import type { Answer } from "../../../src/core/outcome";
import { blockFormats, hasOneUnit } from "../../../src/pane/formula/block/block-formats";
import { acrossOf } from "../../../src/pane/formula/block/plan-block";
import { formSpec } from "../../../src/pane/formula/form-spec";

const columnsOf = (id: string, ...choices: string[]) => {
  const spec = formSpec(id)!;
  return { spec, across: acrossOf(spec), choices, inputs: [] };
};
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
  expect(short.choices.map((choice) => hasOneUnit(short, choice))).toEqual([true, true]);
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
