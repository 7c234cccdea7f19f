import { anyOf, CELL_ERRORS, CLASSIC_ERRORS } from "../../../src/contract/error-values";
import { valueIn } from "../../../src/core/question";
import { tokensOf } from "../../../src/workbook/formulas/formula-tokens";
import { readLiteral } from "../../../src/workbook/formulas/literal";

test.each(CELL_ERRORS)("%s is read as one token in a formula and as an error in a cell value", (error) => {
  expect(tokensOf(`${error},1`)[0]).toEqual({ kind: "error", text: error });
  expect(valueIn({ basicValue: error })).toMatchObject({ kind: "error", error });
});

test.each(CLASSIC_ERRORS)("%s can be typed as an argument, in any case", (error) => {
  for (const typed of [error, error.toLowerCase()]) expect(readLiteral(typed)).toEqual({ type: "Error", basicValue: error });
});

test("the error pattern matches each whole error and no surrounding text", () => {
  const whole = new RegExp(`^${anyOf(CELL_ERRORS)}$`);
  expect(CELL_ERRORS.filter((error) => !whole.test(error))).toEqual([]);
  expect(["#NAM", "#NAMEE", "N/A", "#N/A!"].filter((text) => whole.test(text))).toEqual([]);
});
