import fc from "fast-check";
import type { Answer } from "../../../src/core/outcome";
import { Question } from "../../../src/core/question";
import { auditOf, type AuditSources } from "../../../src/pane/audit/audit-of";
import { AUDIT_STATES } from "../../../src/pane/audit/audit-words";
import { auditTable, matchingCells } from "../../../src/pane/audit/audit-list";
import { repair, repairWords } from "../../../src/pane/audit/audit-states";
import { tabSeparated } from "../../../src/pane/export/copy-table";
import type { CellQuestions } from "../../../src/pane/questions/questions-of";
import type { Workbook } from "../../../src/pane/workbook";
import type { CellValue, FormulaCell } from "../../../src/workbook/cell";
import { grid } from "../../grid";

const NOW = Date.UTC(2024, 5, 28, 12);
const MINUTE = 60_000;

const question = (ticker: string): Question => new Question(JSON.stringify(["FRED", ticker]), "FRED");

function cellOf(formula: string, value: CellValue, more: Partial<FormulaCell> = {}): FormulaCell {
  const text = value === null ? "" : typeof value === "object" ? value.error : String(value);
  return { sheet: "Sheet1", row: 0, column: 0, formula, value, text, ...more };
}

const askedOf = (cell: FormulaCell, questions: readonly Question[] = [question("DGS10")]): CellQuestions => ({
  cell,
  questions,
  unknown: 0,
  alone: true,
});

const sources = (more: Partial<AuditSources> = {}): AuditSources => ({
  freshness: { of: () => ({ state: "fresh", receivedAt: NOW - 3 * MINUTE, dueAt: NOW + 2 * 60 * MINUTE }) },
  last: () => undefined,
  callLog: { received: () => undefined },
  failures: [],
  now: NOW,
  ...more,
});

function stateOf(cell: FormulaCell, more: Partial<AuditSources> = {}) {
  const { state, words, heals } = auditOf([askedOf(cell)], sources(more)).cells[0]!;
  return { state, words, heals };
}

const FRED = '=SERVICE.FRED("DGS10")';
const answer = (more: Partial<Answer>): Answer => ({ value: 4.25, caveats: [], sample: false, maxAgeS: 60, receivedAt: NOW, ...more });

describe("the state of a cell in the audit", () => {
  it('is "pending" while Excel calculates it, whatever it shows', () => {
    const calculating = ({ row }: { readonly row: number }) => row === cellOf(FRED, 4.25).row;
    expect(stateOf(cellOf(FRED, 4.25), { calculating })).toMatchObject({ state: "pending", words: expect.stringMatching(/^Excel is calculating it/) });
    expect(stateOf(cellOf(FRED, 4.25), { calculating: () => false }).state).toBe("fresh");
  });

  it('is "pending" if the cell received another value than it shows', () => {
    const dated = { receivedAt: NOW, maxAgeS: 60 };
    const [callLog, last] = [{ received: () => ({ dated }) }, () => answer({})];
    expect(stateOf(cellOf(FRED, 4.1), { last, callLog })).toEqual({
      state: "pending",
      words: "It was answered 4.25, which Excel does not show yet. If this lasts over a minute, refresh it.",
    });
    expect(stateOf(cellOf(FRED, "n/a: no value"), { last, callLog }).state).toBe("pending");
    for (const shown of [4.25, null]) expect(stateOf(cellOf(FRED, shown), { last, callLog }).state).toBe("fresh");
    // Another cell asked again, this one has not received that answer; a reason; a date as Excel's number.
    expect(stateOf(cellOf(FRED, 4.1), { last: () => answer({ receivedAt: NOW + 1 }), callLog }).state).toBe("fresh");
    expect(stateOf(cellOf(FRED, 4.1), { last: () => answer({ value: null, code: "no_price" }), callLog }).state).toBe("fresh");
    expect(stateOf(cellOf(FRED, 45_461), { last: () => answer({ value: "2024-06-18", kind: "date" }), callLog }).state).toBe("fresh");
  });

  it('is "doubtful" while its answer is fresh and a check doubts the value, with the numbers compared', () => {
    const last = () => answer({ caveats: ["value_in_doubt"], note: "600 is more than 500." });
    expect(stateOf(cellOf(FRED, 4.25), { last })).toMatchObject({
      state: "doubt",
      words: "600 is more than 500. Compare it with the document before you use it.",
    });
    const stale = { of: () => ({ state: "stale" as const, receivedAt: NOW - MINUTE, dueAt: NOW }) };
    expect(stateOf(cellOf(FRED, 4.25), { last, freshness: stale }).state).toBe("stale");
  });

  it("says where #CALC! comes from", () => {
    const [cell] = auditOf([askedOf(cellOf('=SERVICE.FRED("DGS10")', { error: "#CALC!" }), [])], sources({})).cells;
    expect([cell?.state, cell?.words]).toEqual(["error", expect.stringMatching(/Evaluate Formula, F9 .*Calculate and conditional formats.*Refresh it\.$/)]);
  });

  it("says of an error without a call of the function that the arguments are valid", () => {
    const words = (error: string, called: boolean) =>
      stateOf(cellOf(FRED, { error }), { callLog: { received: () => (called ? { dated: { receivedAt: NOW, maxAgeS: 60 } } : undefined) } }).words;
    expect(words("#VALUE!", false)).toMatch(/^The arguments are valid, .*Refresh the cell/);
    expect(words("#VALUE!", true)).toMatch(/^An argument/);
    expect(words("#CONNECT!", false)).toMatch(/reach the add-in/);
  });

  it('is "fresh" while its answer is fresh, and says for how long', () => {
    expect(stateOf(cellOf(FRED, 4.25))).toMatchObject({ state: "fresh", words: "Answered 3 minutes ago; fresh for another 2 hours." });
  });

  it('is "stale" if its answer has expired or is unknown', () => {
    const due = { of: () => ({ state: "stale" as const, receivedAt: NOW - 120 * MINUTE, dueAt: NOW - 60 * MINUTE }) };
    expect(stateOf(cellOf(FRED, 4.25), { freshness: due })).toMatchObject({ state: "stale", words: "Answered 2 hours ago; stale for 1 hour." });
    const unheard = { of: () => ({ state: "stale" as const }) };
    expect(stateOf(cellOf(FRED, 4.25), { freshness: unheard })).toMatchObject({
      state: "stale",
      words: expect.stringMatching(/time unknown.*Refresh/) as string,
    });
  });

  it('is "reason" if the service answered with a reason, shown as text or as #N/A', () => {
    expect(stateOf(cellOf(FRED, "n/a: no series DGS100"))).toMatchObject({ state: "reason", words: "no series DGS100" });
    expect(stateOf(cellOf(`="Rate: "&SERVICE.FRED("X")`, "Rate: n/a: withheld"))).toMatchObject({ state: "reason", words: "withheld" });
    const last = () => answer({ value: null, code: "withheld", reason: "the source stopped publishing" });
    expect(stateOf(cellOf(FRED, { error: "#N/A" }), { last })).toMatchObject({ state: "reason", words: "the source stopped publishing" });
  });

  it("has the full reason while the answer is cached, else the text in the cell", () => {
    const last = () => answer({ value: null, code: "no_price", reason: "no price for ACME", explanation: "No price is known for ACME. Import its closes." });
    const reasonOf = (value: FormulaCell["value"]) => stateOf(cellOf(FRED, value), { last });
    expect(reasonOf("n/a: no price for ACME")).toMatchObject({ state: "reason", words: "No price is known for ACME. Import its closes." });
    expect(reasonOf("Close: n/a: no price for ACME")).toMatchObject({ state: "reason", words: "No price is known for ACME. Import its closes." });
    expect(reasonOf({ error: "#N/A" })).toMatchObject({ state: "reason", words: "No price is known for ACME. Import its closes." });
    const older = "n/a: no close of ACME is known on or before 2024-06-28; import a file of closes";
    expect(reasonOf(older)).toMatchObject({ state: "reason", words: older.slice(5) });
  });

  it(`is "error" with the message of the question's last failure, else of the cell's last failure`, () => {
    const failures = [
      {
        at: NOW,
        cell: "Sheet1!$A$1",
        question: 'SERVICE.FRED("OTHER")',
        failure: { code: "argument" as const, message: "Of the cell that stood here before." },
      },
      { at: NOW, cell: "Sheet1!B9", question: 'SERVICE.FRED("DGS10")', failure: { code: "argument" as const, message: "No answer from the service." } },
    ];
    expect(stateOf(cellOf(FRED, { error: "#N/A" }), { failures })).toMatchObject({ state: "error", words: "No answer from the service." });
    expect(auditOf([askedOf(cellOf("=SERVICE.FRED(A2)", { error: "#N/A" }), [])], sources({ failures })).cells[0]?.words).toBe(
      "Of the cell that stood here before.",
    );
  });

  it('is "error" and names the wrong argument if the formula contains it', () => {
    expect(stateOf(cellOf('=SERVICE.YIELD("10Y","yesterday")', { error: "#VALUE!" }))).toMatchObject({
      state: "error",
      words: expect.stringMatching(/^date: expected/) as string,
    });
    expect(stateOf(cellOf('=SERVICE("GME","pryce")', { error: "#VALUE!" })).words).toMatch(/^path: expected/);
    expect(stateOf(cellOf("=SERVICE.FRED(A1)", { error: "#REF!" })).words).toMatch(/deleted cell/);
    expect(stateOf(cellOf("=SERVICE.FRED(A1)", { error: "#NEW!" })).words).toMatch(/#NEW!/);
  });

  it('is "error" if a call has invalid arguments, even if IFERROR hides that', () => {
    const unknown = { of: () => ({ state: "unknown" as const }) };
    expect(stateOf(cellOf("=IFERROR(SERVICE.FRED(),0)", 0), { freshness: unknown })).toMatchObject({
      state: "error",
      words: expect.stringMatching(/invalid.*correct/) as string,
    });
  });

  it('is "pending" until its answer arrives', () => expect(stateOf(cellOf(FRED, { error: "#BUSY!" }))).toMatchObject({ state: "pending" }));

  it(`is "broken" if the formula has another computer's name of the function, even if it shows a value`, () => {
    expect(stateOf(cellOf('=[2]!_xldudf_SERVICE_FRED("DGS10")', 4.25))).toMatchObject({ state: "broken", heals: FRED });
  });

  it('is "broken" if it shows #NAME? despite a valid name, and the repair re-enters it unchanged', () => {
    expect(stateOf(cellOf(FRED, { error: "#NAME?" }))).toMatchObject({ state: "broken", heals: FRED });
    expect(stateOf(cellOf(`=@${FRED.slice(1)}`, { error: "#NAME?" }))).toMatchObject({ state: "broken", heals: FRED });
  });

  it('is "broken" without a repair if the add-in lacks the function, and suggests the nearest name', () => {
    const { state, words, heals } = stateOf(cellOf('=SERVICE.FRET("DGS10")', { error: "#NAME?" }));
    expect([state, heals]).toEqual(["broken", undefined]);
    expect(words).toMatch(/^SERVICE\.FRET is not a function of this add-in\. Correct the name, perhaps to SERVICE\.FRED/);
  });

  it('is not "reason" if its text contains the letters n/a within a word', () => expect(stateOf(cellOf(FRED, "Corn/a: x"))).toMatchObject({ state: "fresh" }));
});

describe("an audit", () => {
  const cells = [
    cellOf(FRED, 4.25),
    cellOf(FRED, { error: "#N/A" }, { row: 1 }),
    cellOf("=_xldudf_SERVICE_REGIME()", "risk-on", { sheet: "3-4", row: 2, column: 27 }),
    cellOf('=-SERVICE.FRED("X")', "n/a: no series X", { sheet: "3-4", row: 3 }),
    cellOf('=SERVICE.YIELD("AS_OF")', 45471, { text: "2024-06-28", row: 4 }),
  ];
  const audit = auditOf(cells.map((cell) => askedOf(cell)), sources()); // prettier-ignore

  it("counts each cell once, by state and by sheet", () => {
    expect(audit.counts).toEqual({ broken: 1, error: 1, pending: 0, reason: 1, stale: 0, doubt: 0, fresh: 2 });
    expect(audit.sheets.map(({ name, cells: n, counts }) => [name, n, counts.reason])).toEqual(grid(3, "Sheet1", 3, 0, "3-4", 2, 1));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.double(), fc.constantFrom({ error: "#N/A" }, { error: "#BUSY!" }, { error: "#NAME?" }, null))),
        (values) => {
          const { counts, cells: all } = auditOf(values.map((value) => askedOf(cellOf(FRED, value))), sources()); // prettier-ignore
          expect(AUDIT_STATES.reduce((n, state) => n + counts[state], 0)).toBe(values.length);
          expect(all.every((c) => c.words !== "")).toBe(true);
        },
      ),
    );
  });

  it("is filtered by state, sheet and words", () => {
    const rows = (filter: Parameters<typeof matchingCells>[1]) => matchingCells(audit.cells, filter).map((c) => c.cell.row);
    expect(rows({ text: "" })).toEqual([0, 1, 2, 3, 4]);
    expect(rows({ text: "", state: "reason" })).toEqual([3]);
    expect(rows({ text: "", sheet: "3-4" })).toEqual([2, 3]);
    expect(rows({ text: "dgs10 sheet1!A2" })).toEqual([1]);
    expect(rows({ text: "risk-ON" })).toEqual([2]);
    expect(rows({ text: "nowhere" })).toEqual([]);
  });

  it("becomes a table without formulas, error values or dates", () => {
    expect(auditTable(audit.cells).map((row) => row.filter((_, i) => i !== 4))).toEqual([
      ["Sheet", "Cell", "State", "Shows", "Formula without its ="],
      ["Sheet1", "A1", "Fresh", 4.25, 'SERVICE.FRED("DGS10")'],
      ["Sheet1", "A2", "Error", "error #N/A", 'SERVICE.FRED("DGS10")'],
      ['"3-4"', "AB3", "Broken name", "risk-on", "_xldudf_SERVICE_REGIME()"],
      ['"3-4"', "A4", "Reason", "n/a: no series X", '(-SERVICE.FRED("X"))'],
      ["Sheet1", "A5", "Fresh", "2024-06-28", 'SERVICE.YIELD("AS_OF")'],
    ]);
    expect(tabSeparated([["a\tb", 'say "x"', null, true, 1.5]])).toBe('"a\tb"\t"say ""x"""\t\tTRUE\t1.5');
  });
});

describe("the repair of broken cells", () => {
  const broken = [
    cellOf("=_xldudf_SERVICE_REGIME()", "risk-on"),
    cellOf(FRED, { error: "#NAME?" }, { row: 1 }),
    cellOf("=SERVICE.FRED(DGS10)", { error: "#NAME?" }, { row: 2 }),
    cellOf("=SERVICE.NOPE()", { error: "#NAME?" }, { row: 3 }),
    cellOf(FRED, 4.25, { row: 4 }),
  ];
  const { cells } = auditOf(broken.map((cell) => askedOf(cell)), sources()); // prettier-ignore

  function workbookOf(refusedRows: readonly number[], now: readonly FormulaCell[] = broken) {
    const entered: { row: number; formula: string }[] = [];
    const workbook: Pick<Workbook, "reenter" | "shown" | "serviceCells"> = {
      serviceCells: async () => now,
      reenter: async (asked) => {
        entered.push(...asked.filter((c) => !refusedRows.includes(c.place.row)).map((c) => ({ row: c.place.row, formula: c.formula })));
        return asked.filter((c) => refusedRows.includes(c.place.row)).map(({ place }) => ({ place, why: "The sheet is protected. Unprotect it first." }));
      },
      shown: async (places) => places.map(({ row }) => (row === 2 ? { value: { error: "#NAME?" }, text: "#NAME?" } : { value: 1, text: "1" })),
    };
    return { entered, workbook: workbook as Workbook };
  }

  it("re-enters cells that can be repaired, skips the others, and reports cells that stay broken", async () => {
    const { entered, workbook } = workbookOf([0]);
    const done = await repair(workbook, cells);
    expect(entered).toEqual([
      { row: 1, formula: FRED },
      { row: 2, formula: "=SERVICE.FRED(DGS10)" },
    ]);
    expect(done).toMatchObject({
      healed: 1,
      byHand: 1,
      still: [{ row: 2 }],
      refused: [{ place: { row: 0 }, why: expect.stringMatching(/protected/) as string }],
    });
    expect(repairWords(done)).toBe(
      "1 cell repaired. 1 cell could not be changed. The list below says why. 1 cell still shows #NAME?. Put names such as DGS10 in quotes, or install the add-in. 1 cell calls a function that the add-in does not have. Correct it by hand.",
    );
  });

  it("skips a cell whose formula changed since the audit", async () => {
    const moved = [cellOf('=SERVICE.YIELD("10Y")', 4.1), ...broken.slice(2)];
    const { entered, workbook } = workbookOf([], moved);
    const done = await repair(workbook, cells);
    expect(entered.map(({ row }) => row)).toEqual([2]);
    expect(done.refused.map(({ place, why }) => [place.row, /has changed since/.test(why)])).toEqual(grid(2, 0, true, 1, true));
  });

  it("changes nothing in the workbook if no cell can be repaired", async () => {
    const { workbook, entered } = workbookOf([]);
    expect(repairWords(await repair(workbook, cells.slice(3)))).toMatch(/^No cell was repaired\. 1 cell calls/);
    expect(entered).toEqual([]);
  });
});
