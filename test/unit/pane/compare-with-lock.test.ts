import { compareWithLock } from "../../../src/pane/audit/compare-with-lock";
import { lockFacts, lockResultWords } from "../../../src/pane/audit/audit-words";
import type { Lock, LockCell } from "../../../src/proof/lock";
import { LOCK_FORMAT } from "../../../src/proof/lock-format";
import type { CellValue } from "../../../src/workbook/cell";
import { desk, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { withFakeTimers } from "../../time";

withFakeTimers({ now: Date.parse("2026-11-24T12:00:00Z") });

const lock = (cells: Readonly<Record<string, LockCell>>): Lock => ({
  format: LOCK_FORMAT,
  book: { before: "a".repeat(64), after: "b".repeat(64) },
  service: { moment: "2026-11-20T12:00:00Z", as_of: "2026-11-20", import_position: 1234, version: "1.2.0" },
  refresh: { version: "1.3.0", local_time: "2026-11-20T13:00:00" },
  documents: {},
  questions: { a: { value: 1 }, b: { value: 2, sample: true } },
  cells,
});
const CALL = '=SERVICE.PRICE("A")';
const cell = (formula: string, shows: LockCell["shows"]): LockCell => ({ formula, shows });

/** "typed over: Sheet1!A1 …" for each cell. */
async function compared(d: Desk, cells: Readonly<Record<string, LockCell>>): Promise<string[]> {
  return (await compareWithLock(lock(cells), d.workbook, {})).map(({ state, words }) => `${state}: ${words}`);
}
const put = (d: Desk, address: string, formula: string, value: CellValue) => d.workbook.put(address, formula, saved(value));

describe("a workbook compared with its lock", () => {
  it("is as locked if formulas and values are the same, and its names are broken only by this machine", async () => {
    const d = desk();
    put(d, "Sheet1!A1", CALL, 0.1 + 0.2);
    put(d, "Sheet1!A2", '=_xldudf_SERVICE_PRICE("A")', { error: "#N/A" });
    put(d, "Sheet1!A3", "=A1*2", 0.6);
    const cells = { "Sheet1!A1": cell(CALL, 0.3), "Sheet1!A2": cell(CALL, { error: "#N/A" }), "Sheet1!A3": cell("=A1*2", 0.6) };
    expect(await compared(d, cells)).toEqual([
      "as locked: Sheet1!A1 shows 0.3, as in the lock.",
      "as locked: Sheet1!A2 shows #N/A, as in the lock.",
      "as locked: Sheet1!A3 shows 0.6, as in the lock.",
    ]);
  });

  it("names values typed over, other formulas, values that changed since, removed cells and calls that the lock does not have", async () => {
    const d = desk();
    d.workbook.put("Sheet1!A1", "5", saved(5));
    put(d, "Sheet1!A2", '=SERVICE.PRICE("B")', 4.2);
    put(d, "Sheet1!A3", CALL, 4.4);
    put(d, "Sheet1!A4", "=A3*2", 8.8);
    put(d, "Sheet1!B9", CALL, 7);
    const cells = {
      "Sheet1!A1": cell(CALL, 4.2),
      "Sheet1!A2": cell(CALL, 4.2),
      "Sheet1!A3": cell(CALL, 4.2),
      "Sheet1!A4": cell("=A3*2", 8.4),
      "Sheet1!A5": cell(CALL, 4.2),
    };
    expect(await compared(d, cells)).toEqual([
      `typed over: Sheet1!A1 holds 5, typed over ${CALL}, which showed 4.2.`,
      `formula changed: Sheet1!A2 has the formula =SERVICE.PRICE("B"); the lock has ${CALL}.`,
      "value changed: Sheet1!A3 shows 4.4; the lock has 4.2.",
      "value changed: Sheet1!A4 shows 8.8; the lock has 8.4.",
      `removed: Sheet1!A5 is empty; the lock has ${CALL}, which showed 4.2.`,
      `not in the lock: Sheet1!B9 is not in the lock: ${CALL}`,
    ]);
  });

  it("compares every value of a block", async () => {
    const d = desk();
    put(d, "Sheet1!A1", CALL, 1);
    d.workbook.put("Sheet1!A2", "2", saved(2));
    const block = (second: number) => ({ "Sheet1!A1": cell(CALL, [[1], [second]]) });
    expect(await compared(d, block(2))).toEqual(["as locked: Sheet1!A1 shows 2 × 1 values that begin with 1, as in the lock."]);
    expect((await compared(d, block(3)))[0]).toMatch(/^value changed/);
  });
});

test("a comparison and its lock in words", () => {
  const at = (state: "as locked" | "removed") => ({ where: "S!A1", place: { sheet: "S", row: 0, column: 0 }, state, words: "" });
  expect(lockResultWords([at("as locked"), at("as locked")])).toBe("2 cells are as locked.");
  expect(lockResultWords([at("removed"), at("as locked")])).toBe("1 cell differs from the lock, 1 is as locked.");
  expect(lockFacts(lock({ "S!A1": { ...cell("=1", 1), kept: "Why." } }))).toEqual([
    ["Answers of", "2026-11-20 12:00 UTC"],
    ["As of", "2026-11-20"],
    ["Import log", "entry 1,234"],
    ["Versions", "service 1.2.0, refresh 1.3.0"],
    ["Answers", "2, 1 of sample data"],
    ["Kept values", "1 cell"],
  ]);
});
