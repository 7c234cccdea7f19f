import type { Answer } from "../../../src/core/outcome";
import { formSpec } from "../../../src/pane/formula/form-spec";
import { formatOfAnswer } from "../../../src/pane/formula/format-of-answer";
import { answerOf } from "../core/question-of";

const answer = (value: Answer["value"], unit?: string, more: Partial<Answer> = {}) => answerOf(value, { ...(unit === undefined ? {} : { unit }), ...more });

const typed = (...texts: string[]) => texts.map((text) => ({ mode: "value" as const, text }));

test.each([
  [answer(4.23, "%"), '0.00"%"'],
  [answer(5.375, "%"), '0.000"%"'],
  [answer(10.2226, "%"), '0.00"%"'],
  [answer(0.000123, "%"), undefined],
  [answer(4, "%"), '0.00"%"'],
  [answer(227.5, "USD"), "#,##0.00"],
  [answer(76_459_707_000, "USD"), "#,##0"],
  [answer(-3_456_789.12, "USD"), "#,##0"],
  [answer(1.0842, "idx"), "#,##0.0000"],
  [answer(12_345, "shares"), "#,##0"],
  [answer(2.16, "days"), "#,##0.00"],
  [answer(0.42, "probability"), "0.00"],
  [answer(49.3484, "ratio"), "0.00"],
  [answer("2024-06-18", undefined, { kind: "date" }), "yyyy-mm-dd"],
  [answer("Expansion"), undefined],
  [answer(true), undefined],
  [answer(1.5), undefined],
])("%j has the format %s", (of, format) => {
  expect(formatOfAnswer(formSpec("SERVICE.FRED")!, typed("DGS10", ""), of)).toBe(format);
});

test("without a value, the declared unit of the field decides, if rows do not differ in it", () => {
  const short = formSpec("SERVICE.SHORTINTEREST")!;
  expect(formatOfAnswer(short, typed("GME", ""), undefined)).toBe('0.00"%"');
  expect(formatOfAnswer(short, typed("GME", "short_interest"), undefined)).toBe("#,##0");
  expect(formatOfAnswer(short, typed("GME", "source"), undefined)).toBeUndefined();
  expect(formatOfAnswer(formSpec("SERVICE.FRED")!, typed("DGS10", ""), undefined)).toBeUndefined();
  expect(formatOfAnswer(short, [...typed("GME"), { mode: "cell" as const, text: "A1" }], undefined)).toBeUndefined();
});
