import type { Answer } from "../../../src/core/outcome";
import { Question } from "../../../src/core/question";
import { auditOf } from "../../../src/pane/audit/audit-of";
import { readBrokenNames } from "../../../src/workbook/formulas/broken-names";
import type { CellQuestions } from "../../../src/pane/questions/questions-of";
import { copiedWords, beforeCopy, beforeWords } from "../../../src/pane/share/share-copy";
import { copyName } from "../../../src/pane/share/make-copy";
import type { CellValue } from "../../../src/workbook/cell";

const DGS10 = new Question('["FRED","DGS10"]', "FRED");

const asked = (row: number, value: CellValue, formula = '=SERVICE.FRED("DGS10")'): CellQuestions => ({
  cell: { sheet: "Sheet1", row, column: 0, formula, value, text: String(value) },
  questions: [DGS10],
  unknown: 0,
  alone: true,
});

const answer = (sample: boolean): Answer => ({ value: 4.2, caveats: [], sample, maxAgeS: 600, receivedAt: 0 });

const before = (cells: readonly CellQuestions[], { fresh = true, sample = false } = {}) => {
  const last = () => answer(sample);
  const freshness = { of: () => ({ state: fresh ? ("fresh" as const) : ("stale" as const), receivedAt: 0, dueAt: 600_000 }) };
  return beforeCopy(auditOf(cells, { freshness, last, callLog: { received: () => undefined }, failures: [], now: 1_000 }), last);
};

describe("warnings before a workbook is copied as values", () => {
  it("are empty if every cell has its value or reason", () =>
    expect(before([asked(0, 4.2), asked(1, "n/a: a holiday")])).toEqual({ all: 2, without: 0, problems: [], sample: 0 }));

  it("list cells that wait, fail, are broken or stale, with the fix", () => {
    const broken = '=_xldudf_SERVICE_FRED("DGS10")';
    expect(readBrokenNames(broken).broken).toBe(1);
    const { all, without, problems } = before(
      [asked(0, { error: "#BUSY!" }), asked(1, { error: "#NAME?" }, broken), asked(2, { error: "#N/A" }), asked(3, 4.2), asked(4, 4.2)],
      {
        fresh: false,
      },
    );
    expect([all, without]).toEqual([5, 2]);
    expect(problems).toEqual([
      { tab: "refresh", words: "1 cell has no value yet: still waiting for an answer." },
      { tab: "audit", words: "1 cell has a broken function name. Audit repairs it." },
      { tab: "refresh", words: "1 cell shows an error, which the copy keeps." },
      { tab: "refresh", words: "2 cells are stale. The copy would contain old values." },
    ]);
  });

  it("count the cells that show sample data", () => expect(before([asked(0, 4.2), asked(1, 4.2)], { sample: true }).sample).toBe(2));
});

test.each([
  [2, 0, "2 SERVICE cells become values in the copy."],
  [1, 0, "1 SERVICE cell becomes a value in the copy."],
  [1_200, 1, "1,199 of 1,200 SERVICE cells become values in the copy; 1 has no value yet and keeps its formula."],
  [3, 2, "1 of 3 SERVICE cells becomes a value in the copy; 2 have no value yet and keep their formulas."],
])("of %i cells, %i without a value: %s", (all, without, words) => expect(beforeWords({ all, without })).toBe(words));

describe("the copy of a workbook as values", () => {
  it("is named after the workbook", () => {
    expect(copyName("Rates board.xlsx")).toBe("Rates board values.xlsx");
    expect(copyName("Budget.v2.xlsm")).toBe("Budget.v2 values.xlsm");
    expect(copyName(undefined)).toBe("SERVICE values.xlsx");
    expect(copyName("")).toBe("SERVICE values.xlsx");
  });

  it("is described by the number of values, where it is and how to save it", () => {
    const copied = { name: "Board values.xlsx", cells: 1_200, frozen: 1_200, marked: 2, sources: "Sources", unknown: 0, kept: [] };
    expect(copiedWords(copied, "excel")).toBe(
      "1,200 SERVICE cells are values in the copy. 2 cells say that they show sample data: SERVICE cells, and cells that are calculated from them. The sheet Sources lists the sources. It is open in a new window. Save it, for example as Board values.xlsx. This workbook is unchanged.",
    );
    expect(copiedWords({ ...copied, cells: 1, frozen: 1, marked: 0, unknown: 1 }, "workbench")).toMatch(
      /^1 SERVICE cell is a value in the copy\. The sheet Sources lists the sources\. The sources of 1 cell are not known, because its arguments .* downloads it as Board values\.xlsx/,
    );
    const kept = [{ where: "Sheet1!A1", why: "It shows #NAME?." }];
    expect(copiedWords({ ...copied, frozen: 1_199, marked: 1, kept }, "excel")).toMatch(
      /^1,199 of 1,200 SERVICE cells are values in the copy\. The list says why 1 cell keeps its formula\. 1 cell says that it shows sample data\. The sheet/,
    );
    expect(copiedWords({ ...copied, frozen: 0 }, "excel")).toMatch(/^No copy was opened/);
  });
});
