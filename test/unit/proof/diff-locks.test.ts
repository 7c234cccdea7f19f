import { CHANGE_CLASSES, diffLocks, type CellChange } from "../../../src/proof/diff-locks";
import type { Lock, LockCell, LockQuestion } from "../../../src/proof/lock";
import { LOCK_FORMAT } from "../../../src/proof/lock-format";

const A = "a".repeat(64);
const B = "b".repeat(64);
const document = (position: number) => ({ publisher: "fred", file: `${position}.csv`, position, received: "2026-11-19T00:00:00Z" });
const row = (date: string, sha = A, entity = "DGS10") => ({ document: sha, dataset: "observation", entity, date });

/** A lock of these cells; each question is a letter. */
const lock = (cells: Readonly<Record<string, LockCell>>, questions: Readonly<Record<string, LockQuestion>> = {}): Lock => ({
  format: LOCK_FORMAT,
  book: { before: A, after: A },
  service: { moment: "2026-11-20T12:00:00Z", import_position: 1, version: "1" },
  refresh: { version: "1", local_time: "2026-11-20T13:00:00" },
  documents: { [A]: document(1), [B]: document(2) },
  questions,
  cells,
});
/** A lock of one cell that asks one question. */
const asking = (answer: LockQuestion, shows: LockCell["shows"] = answer.value ?? "n/a: x"): Lock =>
  lock({ "S!A1": { formula: "=q", questions: ["q"], shows } }, { q: answer });

/** "S!A1: new_period" for each change. */
const said = (changes: readonly CellChange[]): string[] => changes.map(({ where, classes }) => `${where}: ${classes.join(", ")}`);

const value = (v: number, day: string, more: Partial<LockQuestion> = {}): LockQuestion => ({
  value: v,
  unit: "%",
  observation_date: day,
  source: "fred",
  ...more,
});
const reason = (text: string): LockQuestion => ({ value: null, code: text, reason: text });
const sample = (v: number, day: string) => value(v, day, { source: "sample", sample: true });
const part = (name: string, v: number | undefined, day?: string) => ({
  name,
  ...(v === undefined ? { absent: "missing" } : { value: v }),
  ...(day ? { observation_date: day } : {}),
});

describe("the answer to a cell's question", () => {
  // Worked by hand: what a reader of both answers would call the change.
  it.each<[string, LockQuestion, LockQuestion, string]>([
    ["a later observation date", value(4.2, "2026-11-18"), value(4.4, "2026-11-20"), "new_period"],
    ["a later observation date with the same value", value(4.2, "2026-11-18"), value(4.2, "2026-11-20"), "new_period"],
    ["a later quarter", value(4.2, "2026-Q2"), value(4.3, "2026-Q3"), "new_period"],
    ["an earlier observation date", value(4.4, "2026-11-20"), value(4.2, "2026-11-18"), "earlier_period"],
    ["another value of the same date", value(4.2, "2026-11-18"), value(4.25, "2026-11-18"), "revision"],
    ["another text of the same date", { value: "up", observation_date: "2026-11-18" }, { value: "down", observation_date: "2026-11-18" }, "revision"],
    ["a value, then a reason", value(4.2, "2026-11-18"), reason("stale"), "became_reason"],
    ["a reason, then a value", reason("stale"), value(4.2, "2026-11-18"), "became_value"],
    ["a reason, then zero, which is a value", reason("stale"), value(0, "2026-11-18"), "became_value"],
    ["a reason, then another one", reason("stale"), reason("unknown_series"), "other_reason"],
    ["the same value from another source", value(4.2, "2026-11-18"), value(4.2, "2026-11-18", { source: "treasury" }), "source_changed"],
    ["another value from another source", value(4.2, "2026-11-18"), value(4.3, "2026-11-18", { source: "treasury" }), "revision, source_changed"],
    ["a later date from another source", value(4.2, "2026-11-18"), value(4.3, "2026-11-19", { source: "treasury" }), "new_period, source_changed"],
    ["sample data, then published data of another date and source", sample(4, "2026-11-18"), value(4.2, "2026-11-17"), "to_published"],
    ["published data, then sample data", value(4.2, "2026-11-18"), sample(4, "2026-11-18"), "to_sample"],
    ["sample data, then a reason", sample(4, "2026-11-18"), reason("stale"), "became_reason"],
    ["another unit", value(4.2, "2026-11-18"), value(4.2, "2026-11-18", { unit: "bps" }), "unit_changed"],
    ["another value without an observation date", { value: 4.2 }, { value: 4.3 }, "other_value"],
    [
      "another value that has an observation date only now",
      { value: 4.2 },
      value(4.3, "2026-11-18", { unit: "%" }),
      "other_value, source_changed, unit_changed",
    ],
    [
      "a spread whose second series has a new period, under the same date",
      value(1, "2026-11-18", { components: [part("10Y", 4, "2026-11-18"), part("2Y", 3, "2026-11-18")] }),
      value(1.1, "2026-11-18", { components: [part("10Y", 4, "2026-11-18"), part("2Y", 2.9, "2026-11-19")] }),
      "new_period",
    ],
    [
      "a spread with a revision and a new period",
      value(1, "2026-11-18", { components: [part("10Y", 4, "2026-11-18"), part("2Y", 3, "2026-11-18")] }),
      value(1.3, "2026-11-18", { components: [part("10Y", 4.2, "2026-11-18"), part("2Y", 2.9, "2026-11-19")] }),
      "revision, new_period",
    ],
    [
      "a score without one of its components",
      value(1, "2026-11-18", { components: [part("news", 4), part("insiders", 3)] }),
      value(4, "2026-11-18", { components: [part("news", 4), part("insiders", undefined)] }),
      "other_components",
    ],
    [
      "a spread whose second series has a later row",
      value(1, "2026-11-18", { rows: [row("2026-11-18"), row("2026-11-18", A, "DGS2")] }),
      value(1.1, "2026-11-18", { rows: [row("2026-11-18"), row("2026-11-19", B, "DGS2")] }),
      "new_period",
    ],
    [
      "the same row in another document, with another value",
      { value: 4.2, rows: [row("2026-11-18")] },
      { value: 4.3, rows: [row("2026-11-18", B)] },
      "revision",
    ],
  ])("changed: %s", (_, before, after, classes) => {
    expect(said(diffLocks(asking(before), asking(after)))).toEqual([`S!A1: ${classes}`]);
  });

  const of = (number: number, document?: string) => value(number, "2026-11-18", { rows: [row("2026-11-18", document)] });
  it.each<[string, LockQuestion, LockQuestion, string[]]>([
    ["another value of the same date", of(4.2), of(42), ["rule"]],
    ["a reason for a value", of(4.2), { ...reason("not_comparable"), rows: [row("2026-11-18")] }, ["became_reason, rule"]],
    ["another value and another document", of(4.2), of(42, B), ["revision"]],
    ["the same value", of(4.2), of(4.2), []],
  ])("after the same document was read by another rule, %s", (_, before, after, classes) => {
    const read: Lock = { ...asking(after), documents: { [A]: { ...document(1), rules: 1 }, [B]: { ...document(2), rules: 1 } } };
    expect(said(diffLocks(asking(before), read))).toEqual(classes.map((one) => `S!A1: ${one}`));
  });

  it("did not change if only the document, the retrieval time or the caveats did", () => {
    const before = value(4.2, "2026-11-18", { rows: [row("2026-11-18")], retrieved: "2026-11-18T00:00Z" });
    const after = value(4.2, "2026-11-18", { rows: [row("2026-11-18", B)], retrieved: "2026-11-19T00:00Z", caveats: ["late"] });
    expect(diffLocks(asking(before), asking(after))).toEqual([]);
  });
});

describe("a cell", () => {
  const q1 = { q: value(4.2, "2026-11-18"), r: value(3, "2026-11-18") };
  const q2 = { q: value(4.4, "2026-11-20"), r: value(3, "2026-11-18") };
  const cell = (formula: string, shows: LockCell["shows"], questions?: string[], kept?: string): LockCell => ({
    formula,
    shows,
    ...(questions ? { questions } : {}),
    ...(kept === undefined ? {} : { kept }),
  });

  it.each<[string, Record<string, LockCell>, Record<string, LockCell>, string[]]>([
    ["added", {}, { "S!A1": cell("=r", 3, ["r"]) }, ["S!A1: added"]],
    ["removed", { "S!A1": cell("=r", 3, ["r"]) }, {}, ["S!A1: removed"]],
    ["with another formula", { "S!A1": cell("=r", 3, ["r"]) }, { "S!A1": cell("=r*2", 6, ["r"]) }, ["S!A1: formula_changed"]],
    ["with another formula and a new period", { "S!A1": cell("=q", 4.2, ["q"]) }, { "S!A1": cell("=q*2", 8.8, ["q"]) }, ["S!A1: formula_changed, new_period"]],
    ["with another formula and question", { "S!A1": cell("=q", 4.2, ["q"]) }, { "S!A1": cell("=r", 3, ["r"]) }, ["S!A1: formula_changed"]],
    ["with the same formula and another question", { "S!A1": cell("=f(B1)", 4.2, ["q"]) }, { "S!A1": cell("=f(B1)", 3, ["r"]) }, ["S!A1: argument_changed"]],
    ["with one question more", { "S!A1": cell("=f(B1)", 3, ["r"]) }, { "S!A1": cell("=f(B1)", 7.4, ["q", "r"]) }, ["S!A1: argument_changed"]],
    ["that kept its value", { "S!A1": cell("=r", 3, ["r"]) }, { "S!A1": cell("=r", 3, ["r"], "Why.") }, ["S!A1: kept"]],
    ["that kept its value without an answer", { "S!A1": cell("=r", 3, ["r"]) }, { "S!A1": cell("=r", 3, undefined, "Why.") }, ["S!A1: kept"]],
    [
      "that kept its value again, with a new answer",
      { "S!A1": cell("=q", 1, ["q"], "Why.") },
      { "S!A1": cell("=q", 1, ["q"], "Why.") },
      ["S!A1: new_period, kept"],
    ],
    ["that kept its value again", { "S!A1": cell("=r", 3, ["r"], "Why.") }, { "S!A1": cell("=r", 3, ["r"], "Why.") }, []],
    ["that is calculated again", { "S!A1": cell("=r", 2, ["r"], "Why.") }, { "S!A1": cell("=r", 3, ["r"]) }, ["S!A1: no_longer_kept"]],
    ["that shows another value for no reason in the lock", { "S!A1": cell("=r*B1", 3, ["r"]) }, { "S!A1": cell("=r*B1", 6, ["r"]) }, ["S!A1: other_input"]],
    ["that is the same", { "S!A1": cell("=r", 3, ["r"]) }, { "S!A1": cell("=r", 3, ["r"]) }, []],
    ["with another error", { "S!A1": cell("=1/B1", { error: "#DIV/0!" }) }, { "S!A1": cell("=1/B1", { error: "#N/A" }) }, ["S!A1: other_input"]],
  ])("%s", (_, before, after, classes) => {
    expect(said(diffLocks(lock(before, q1), lock(after, q2)))).toEqual(classes);
  });

  it("whose other question leads to a reason became one", () => {
    const [a, b] = [{ q: value(1, "2026-11-18") }, { r: reason("unknown_series") }];
    const changes = diffLocks(lock({ "S!A1": cell("=f(B1)", 1, ["q"]) }, a), lock({ "S!A1": cell("=f(B1)", "n/a", ["r"]) }, b));
    expect(said(changes)).toEqual(["S!A1: argument_changed, became_reason"]);
  });

  it("follows from the changed cells that its formula reads, with their classes and those of what they follow from", () => {
    const cells = (a: number, b: number, input: number): Record<string, LockCell> => ({
      "S!A1": cell("=q", a, ["q"]),
      "'My Sheet'!B2": cell("=S!A1*2", b),
      "S!C1": cell("=SUM('my sheet'!$B$1:$B$9)+A9", b),
      "S!D1": cell("=D9", input),
      "S!E1": cell("=r+A1+D1", 3 + a + input, ["r"]),
      "S!F1": cell("=r", 3, ["r"]),
      "S!G1": cell("=F1+A2", 3),
    });
    const changes = diffLocks(lock(cells(4.2, 8.4, 0), q1), lock(cells(4.4, 8.8, 1), q2));
    expect(said(changes)).toEqual(["S!A1: new_period", "'My Sheet'!B2: follows", "S!C1: follows", "S!D1: other_input", "S!E1: follows"]);
    expect(changes.map(({ followsFrom }) => followsFrom)).toEqual([
      undefined,
      { cells: ["S!A1"], count: 1, classes: ["new_period"] },
      { cells: ["'My Sheet'!B2"], count: 1, classes: ["new_period"] },
      undefined,
      { cells: ["S!A1", "S!D1"], count: 2, classes: ["new_period", "other_input"] },
    ]);
  });

  it("follows through the defined names of the lock, also through one that names another or belongs to a sheet", () => {
    const names = [
      { name: "Latest", formula: "=Rates" },
      { name: "Rates", formula: "=S!$A$1:$A$9" },
      { name: "Rates", formula: "=S!$Z$9", sheet: "Other" },
    ];
    const cells = (n: number): Record<string, LockCell> => ({
      "S!A1": cell("=q", n, ["q"]),
      "S!B1": cell("=SUM(latest)", 2 * n),
      "Other!B1": cell("=Rates*2", 2 * n),
    });
    expect(said(diffLocks(lock(cells(4.2), q1), { ...lock(cells(4.4), q2), names }))).toEqual(["S!A1: new_period", "S!B1: follows", "Other!B1: other_input"]);
  });

  it("names its own change and the cells that it reads", () => {
    const cells = (n: number): Record<string, LockCell> => ({ "S!A1": cell("=q", n, ["q"]), "S!B1": cell("=q+A1", 2 * n, ["q"]) });
    expect(said(diffLocks(lock(cells(4.2), q1), lock(cells(4.4), q2)))).toEqual(["S!A1: new_period", "S!B1: new_period, follows"]);
  });

  it("does not follow from a cell that shows the same as before", () => {
    const [before, after] = [{ q: value(4, "2026-11-18") }, { q: value(4, "2026-11-19") }];
    const cells = (n: number): Record<string, LockCell> => ({ "S!A1": cell("=q", 4, ["q"]), "S!B1": cell("=A1+C1", n) });
    expect(said(diffLocks(lock(cells(1), before), lock(cells(2), after)))).toEqual(["S!A1: new_period", "S!B1: other_input"]);
  });

  it("follows from a block that shrank, and from added and removed cells", () => {
    const before = { "S!A1": cell("=q#", [[1], [2], [3]], ["r"]), "S!B1": cell("=A3", 3), "S!C1": cell("=r", 3, ["r"]), "S!D1": cell("=C1", 3) };
    const after = { "S!A1": cell("=q#", [[1], [2]], ["r"]), "S!B1": cell("=A3", 0), "S!D1": cell("=C1", 5) };
    expect(said(diffLocks(lock(before, q1), lock(after, q2)))).toEqual(["S!A1: other_input", "S!B1: follows", "S!D1: follows", "S!C1: removed"]);
  });

  it("follows along a column of 6,000 running totals, and in a circle of references", () => {
    const totals = (n: number) =>
      Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`S!B${i + 1}`, cell(i === 0 ? "=A1" : `=B${i}+1`, n + i)] as const).reverse());
    const book = (n: number): Lock => lock({ ...totals(n), "S!A1": cell("=q", n, ["q"]), "S!Y1": cell("=Z1", n), "S!Z1": cell("=Y1", n) }, n === 1 ? q1 : q2);
    const changes = diffLocks(book(1), book(2));
    expect(changes).toHaveLength(6_003);
    expect(changes[0]).toMatchObject({ where: "S!B6000", classes: ["follows"], followsFrom: { cells: ["S!B5999"], classes: ["new_period"] } });
    expect(changes.at(-1)).toMatchObject({ where: "S!Z1", classes: ["follows"], followsFrom: { cells: ["S!Y1"] } });
  });

  it("names at most 20 cells that it follows from, and counts all", () => {
    const cells = (n: number) => ({
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`S!A${i + 1}`, cell("=q", n, ["q"])] as const)),
      "S!B1": cell("=SUM(A:A)", 30 * n),
    });
    const from = diffLocks(lock(cells(1), q1), lock(cells(2), q2)).at(-1)!.followsFrom!;
    expect([from.count, from.cells.length, from.classes]).toEqual([30, 20, ["new_period"]]);
  });
});

test("every class is listed once", () => {
  expect(new Set(CHANGE_CLASSES).size).toBe(CHANGE_CLASSES.length);
});
