import { copyFileSync, existsSync, rmSync } from "node:fs";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { call, DAY, FIRST, RATE, refreshDesk } from "./refresh-desk";

const desk = refreshDesk({ forAll: true });
const { at, put, run } = desk;

const putBook = (name: string, third: string): void =>
  desk.putBook(name, [
    `${RATE}<c r="B1"><f>A1*2</f><v>2</v></c>`,
    call("A2", '_xldudf_SERVICE_FREDH("DGS10","2026-11-18")'),
    call("A3", third),
    call("A4", '_xldudf_SERVICE_FRED("DGS2")'),
  ]);

// Two mornings: a revision, a new period and published data come in between, and somebody edits a formula.
beforeAll(async () => {
  await desk.import("monday.csv", { "2026-11-17": 4.1, "2026-11-18": 4.2 });
  putBook("monday.xlsx", '_xldudf_SERVICE_FRED("NOSUCH")');
  expect(await run("--lock", "monday.xlsx")).toBe(0);
  desk.now = FIRST + 4 * DAY;
  await desk.import("friday.csv", { "2026-11-17": 4.1, "2026-11-18": 4.25, "2026-11-20": 4.4 });
  await desk.import("friday-2y.csv", { "2026-11-20": 3.9 }, "DGS2");
  putBook("friday.xlsx", '-_xldudf_SERVICE_FRED("DGS10")');
  expect(await run("--lock", "friday.xlsx")).toBe(0);
});

const CLASSES = { formula_changed: 1, became_value: 1, to_published: 1, revision: 1, new_period: 1, follows: 1 };

describe("refresh diff", () => {
  it("says what changed between two mornings, and why, by books or by locks", async () => {
    expect(await run("diff", "monday.xlsx", "friday.xlsx")).toBe(1);
    expect([desk.out.join("\n").split("\n"), desk.err]).toEqual([
      [
        "monday.lock.json (2026-11-20T12:00:00Z) → friday.lock.json (2026-11-24T12:00:00Z)",
        "5 cells differ. Formula changed 1 · Reason became a value 1 · Sample → published 1 · Revision 1 · New period 1 · Follows from other cells 1",
        "",
        "Formula changed: The cell has another formula.",
        "  S!A3: Unknown series NOSUCH → -4.4 (2026-11-20, user)",
        "    Reason became a value",
        '    Formula: =SERVICE.FRED("NOSUCH") → =-SERVICE.FRED("DGS10")',
        "",
        "Sample → published: The value was sample data, and is now published data.",
        "  S!A4: 3.61 % (2026-11-19, sample data) → 3.9 % (2026-11-20, user)",
        "",
        "Revision: The same period has another value.",
        "  S!A2: 4.2 % (2026-11-18, user) → 4.25 % (2026-11-18, user)",
        "",
        "New period: The value is of a later period.",
        "  S!A1: 4.2 % (2026-11-18, user) → 4.4 % (2026-11-20, user)",
        "",
        "Follows from other cells: The formula reads cells of the lock that changed.",
        "  S!B1: 8.4 → 8.8",
        "    Follows from S!A1 (new period)",
      ].map((line) => (line.includes("NOSUCH →") ? expect.stringMatching(/^ {2}S!A3: n\/a: Unknown series NOSUCH.* → -4\.4 \(2026-11-20, user\)$/) : line)),
      [],
    ]);
    const lines = desk.out;
    expect([await run("diff", "monday.lock.json", "friday.lock.json"), desk.out]).toEqual([1, lines]);
  });

  it("follows through names and tables: the lock has the names, and the cells of the table", async () => {
    const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const text = (reference: string, value: string): string => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = [
      `<row r="1">${text("A1", "Id")}${text("B1", "Rate")}</row>`,
      `<row r="2">${text("A2", "DGS10")}${call("B2", "_xldudf_SERVICE_FRED(Rates[[#This Row],[Id]])")}<c r="D2"><f>SUM(Rates[Rate])</f><v>1</v></c><c r="E2"><f>Latest*2</f><v>1</v></c></row>`,
    ];
    const named = smallFile({
      sheets: { S: rows.join("") },
      workbook: '<definedNames><definedName name="Latest">S!$B$2</definedName><definedName name="Unused">S!$Z$2</definedName></definedNames>',
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels":
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/></Relationships>',
        "xl/tables/table1.xml": `<table xmlns="${MAIN}" displayName="Rates" ref="A1:B2"><tableColumns><tableColumn name="Id"/><tableColumn name="Rate"/></tableColumns></table>`,
      },
    });
    for (const [book, day] of Object.entries({ "n1.xlsx": "2026-11-18", "n2.xlsx": "2026-11-19" })) {
      put(book, named);
      expect(await run("--lock", "--as-of", day, book)).toBe(0);
    }
    expect(await run("diff", "n1.xlsx", "n2.xlsx")).toBe(1);
    expect(
      desk.out
        .join("\n")
        .split("\n")
        .filter((line) => line.includes("Follows from S!")),
    ).toEqual(["    Follows from S!B2 (new period)", "    Follows from S!B2 (new period)"]);
    expect(desk.lock("n1.lock.json").names).toEqual([{ name: "Latest", formula: "=S!$B$2" }]);
    expect(await run("verify", "n2.xlsx")).toBe(0);
  });

  it("writes JSON with the answers of both locks", async () => {
    expect(await run("diff", "--format", "json", "monday.xlsx", "friday.xlsx")).toBe(1);
    const result = JSON.parse(desk.out.join("\n")) as { classes: unknown; cells: readonly Record<string, unknown>[] };
    expect(result.classes).toEqual(CLASSES);
    expect(result.cells.find(({ cell }) => cell === "S!A2")).toMatchObject({
      classes: ["revision"],
      before: { shows: 4.2, questions: { 'SERVICE.FREDH("DGS10","2026-11-18","value")': { value: 4.2, observation_date: "2026-11-18" } } },
      after: { shows: 4.25 },
    });
    expect(result.cells.find(({ cell }) => cell === "S!B1")).toMatchObject({ follows_from: { cells: ["S!A1"], count: 1, classes: ["new_period"] } });
  });

  it("writes CSV in which no text is read as a formula", async () => {
    expect(await run("diff", "monday.xlsx", "friday.xlsx", "--out", "d.csv")).toBe(1);
    expect(desk.out).toEqual([
      "d.csv: 5 cells differ. Formula changed 1 · Reason became a value 1 · Sample → published 1 · Revision 1 · New period 1 · Follows from other cells 1",
    ]);
    const [header = "", ...lines] = desk.text("d.csv").trimEnd().split("\r\n");
    expect(header.split(",").slice(0, 6)).toEqual(["cell", "classes", "follows_from", "follows_from_classes", "kept", "shows_before"]);
    expect(lines).toHaveLength(5);
    expect(lines.find((line) => line.startsWith("S!A3,"))).toContain('"(-SERVICE.FRED(""DGS10""))"');
    expect(lines.find((line) => line.startsWith("S!B1,"))).toBe("S!B1,follows,S!A1,new_period,,8.4,,,,,,,A1*2,8.8,,,,,,,A1*2");
  });

  it("writes Markdown with a summary and a table", async () => {
    expect(await run("diff", "--format", "md", "monday.xlsx", "friday.xlsx")).toBe(1);
    const lines = desk.out.join("\n").split("\n");
    expect(lines).toContain("| 1 | Revision | The same period has another value. |");
    expect(lines.find((line) => line.startsWith("| S!A2 |"))).toMatch(
      /^\| S!A2 \| Revision \| 4\.2 % \| 2026-11-18 \| 4\.25 % \| 2026-11-18 \| user<br>monday\.csv [0-9a-f]{12} \| user<br>friday\.csv [0-9a-f]{12} \|$/,
    );
  });

  it("writes one HTML page without scripts or requests, in which names and texts stay text", async () => {
    expect(await run("diff", "monday.xlsx", "friday.xlsx", "--out", "d.html")).toBe(1);
    const page = desk.text("d.html");
    expect(page).not.toMatch(/<script|<link|<img|https?:|url\(|@import/i);
    expect(page.indexOf('href="#revision"')).toBeLessThan(page.indexOf('<section id="revision">'));
    expect(page).toContain('<code class="formula">=-SERVICE.FRED(&quot;DGS10&quot;)</code>');
    const revision = page.slice(page.indexOf('<section id="revision">'), page.indexOf('<section id="new_period">'));
    expect(revision.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toMatch(
      /Revision 1 The same period has another value\. Cell Before After S!A2 .* 4\.2 % 2026-11-18 · user monday\.csv [0-9a-f]{12} 4\.25 % 2026-11-18 · user friday\.csv [0-9a-f]{12} $/,
    );
  });

  it("exits with 0 if nothing differs", async () => {
    copyFileSync(at("monday.lock.json"), at("copy.lock.json"));
    expect([await run("diff", "monday.xlsx", "copy.lock.json"), desk.out.join("\n").split("\n").slice(1)]).toEqual([0, ["No difference in 5 cells."]]);
  });

  it("says that the locks are in the wrong order, and that a book was saved after its lock", async () => {
    copyFileSync(at("monday.xlsx"), at("edited.xlsx"));
    copyFileSync(at("monday.lock.json"), at("edited.lock.json"));
    putBook("edited.xlsx", '_xldudf_SERVICE_FRED("OTHER")');
    expect(await run("diff", "friday.xlsx", "edited.xlsx")).toBe(1);
    expect(desk.out.join("\n").split("\n").slice(1, 3)).toEqual([
      "The book of edited.lock.json was saved after its lock was written. This compares the locks, not the book.",
      "edited.lock.json is older than friday.lock.json. Put the older one first to see what changed since.",
    ]);
  });

  it("refuses a missing lock, one of another format, the same one twice, and an unknown format", async () => {
    putBook("none.xlsx", '_xldudf_SERVICE_FRED("DGS2")');
    put("old.lock.json", desk.text("monday.lock.json").replace("service-book-lock 1", "service-book-lock 0"));
    for (const [argv, sentence] of [
      [["monday.xlsx", "none.xlsx"], "none.xlsx has no lock: expected none.lock.json beside it. A refresh with --lock writes it."],
      [["monday.xlsx", "no.xlsx"], `There is no file no.xlsx. Relative names start from ${desk.cwd}.`],
      [["monday.xlsx", "no.lock.json"], "There is no file no.lock.json. A refresh with --lock writes it."],
      [
        ["monday.xlsx", "old.lock.json"],
        'old.lock.json: It has the format "service-book-lock 0", and this version reads "service-book-lock 1". Use the version that wrote it.',
      ],
      [
        ["monday.xlsx", "./monday.lock.json"],
        "monday.xlsx and ./monday.lock.json are the same lock. Name two: copy the first one before you refresh, or take it from version control.",
      ],
      [["monday.xlsx", "friday.xlsx", "--format", "cvs"], '--format: expected text, md, csv, json or html, got "cvs"; did you mean csv?'],
    ] as const)
      await expect(run("diff", ...argv)).rejects.toThrow(sentence);
    expect(existsSync(at("none.lock.json"))).toBe(false);
  });

  it("is not run if a book is called diff", async () => {
    copyFileSync(at("monday.xlsx"), at("diff"));
    expect(await run("--dry-run", "--data", "d", "diff")).toBe(0);
    expect(await run("diff", "--dry-run", "--data", "d")).toBe(0);
    expect(desk.out[0]).toMatch(/^diff: 4 SERVICE cells/);
    rmSync(at("diff"));
    // A folder of that name does not hide the subcommand.
    desk.folder("diff");
    expect(await run("diff", "monday.xlsx", "friday.xlsx")).toBe(1);
  });
});
