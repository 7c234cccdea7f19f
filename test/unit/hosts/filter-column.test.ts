import { BooleanNumber } from "@univerjs/core";
import { criterionOf } from "../../../src/hosts/workbench/data-toolbar/filter-cells";
import type { CellValue } from "../../../src/workbook/cell";

const cell = (value: CellValue, listed: string, { text = listed, isDay = false } = {}) => ({ row: 0, value, listed, text, isDay });
const CELLS = [
  cell(0.1 + 0.2, "0.30000000000000004", { text: "0.3" }),
  cell(45_471, "28-Jun-24", { isDay: true }),
  cell(45_471.5, "28-Jun-24", { isDay: true }),
  cell("28-Jun-24", "28-Jun-24"),
  cell(null, ""),
];
const tests = (...all: readonly { val: string; operator?: string }[]) => criterionOf({ colId: 0, customFilters: { customFilters: [...all] } }, CELLS, false);

describe("a criterion that was chosen in the filter's panel", () => {
  it("has the texts that cells show, dates as days, and blanks", () => {
    expect(criterionOf({ colId: 0, filters: { filters: ["0.30000000000000004"], blank: true } }, CELLS, false)).toEqual({
      ...{ kind: "values", texts: ["0.3"], blank: true },
    });
    expect(criterionOf({ colId: 0, filters: { filters: ["28-Jun-24"] } }, CELLS, false)).toEqual({
      ...{ kind: "values", texts: ["28-Jun-24"], dates: [{ year: 2024, month: 6, day: 28 }] },
    });
    expect(criterionOf({ colId: 0, filters: { filters: ["28-Jun-24"] } }, CELLS.slice(1, 2), true)).toMatchObject({ dates: [{ year: 2028 }] });
  });

  it("reads numbers and dates as a cell does, unless texts are compared", () => {
    expect(tests({ val: "5%", operator: "greaterThan" })).toEqual({ kind: "tests", tests: [{ operator: "greaterThan", value: "0.05" }] });
    expect(tests({ val: "2024-06-28", operator: "lessThan" })).toEqual({ kind: "tests", tests: [{ operator: "lessThan", value: "45471" }] });
    expect(tests({ val: "*5%*" })).toEqual({ kind: "tests", tests: [{ operator: "equal", value: "*5%*" }] });
    const both = { and: BooleanNumber.TRUE, customFilters: [{ val: "1", operator: "greaterThan" }, { val: "x*" }] } as const;
    expect(criterionOf({ colId: 0, customFilters: { ...both, customFilters: [...both.customFilters] } }, CELLS, false)).toEqual({
      ...{ kind: "tests", all: true },
      tests: [
        { operator: "greaterThan", value: "1" },
        { operator: "equal", value: "x*" },
      ],
    });
  });

  it("is stored as Excel stores blanks", () => {
    expect(tests({ val: "", operator: "notEqual" })).toEqual({ kind: "tests", tests: [{ operator: "notEqual", value: " " }] });
    expect(tests({ val: "" })).toEqual({ kind: "tests", tests: [{ operator: "equal", value: "" }] });
  });
});
