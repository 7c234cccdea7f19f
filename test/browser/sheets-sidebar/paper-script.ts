import { createHash } from "node:crypto";
import type { Status } from "../../../src/contract/wire";
import type { Answer } from "../../../src/core/outcome";
import type { Checked } from "../../../src/core/check-reply";
import { readQuestion } from "../../../src/core/question";
import type { CellPlace, ShownCell } from "../../../src/workbook/cell";
import type { CopiedSheet } from "../../../src/workbook/script-results";
import type { UnattendedPlan } from "../../../src/workbook/unattended";
import { addressOf, blockText } from "../../../src/workbook/cell-address";
import { readBlock } from "../../../src/workbook/cell-reference";
import type { AsOfChange, CallsReply, KnownCall, ScriptRefresh, SidebarCall, SidebarCalls, TableState } from "../../../src/hosts/sheets/sidebar-calls";

/** A refusal by the script, in words for the user. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly isTaken?: true,
  ) {
    super(message);
  }
}
/** Google's own message when it does not run the script. */
export class GoogleSays extends Error {}

type Answers = { [Name in SidebarCall]: (...args: Parameters<SidebarCalls[Name]>) => ReturnType<SidebarCalls[Name]> | Promise<ReturnType<SidebarCalls[Name]>> };

/** A fake spreadsheet and script: set by a test, with a record of the sidebar's calls. */
export interface PaperScript {
  key: string | undefined;
  /** The service's address, which the script was built with; empty for none. */
  service: string;
  /** Formulas and contents by address. A listed cell is not empty. */
  readonly cells: Map<string, string>;
  /** Address with its sheet, as Google writes it. */
  active: string;
  range: string | undefined;
  schedule: UnattendedPlan | undefined;
  lastRun: string | undefined;
  /** The spreadsheet's day, which every reply contains. */
  asOf: string | undefined;
  asOfProblem: string | undefined;
  readonly tables: TableState["tables"][number][];
  /** Every call with its arguments, in order. */
  readonly asked: { readonly name: SidebarCall; readonly args: readonly unknown[] }[];
  /** Replaces a call's behaviour. */
  readonly instead: Partial<Answers>;
  /** Resolves after a call has been made this many times. */
  reached(name: SidebarCall, times: number): Promise<void>;
  /** Answers one call of the sidebar. */
  call(name: SidebarCall, args: readonly unknown[]): Promise<unknown>;
}

/** Created for one test run; no test contains a key as text. */
export const GOOD_KEY = createHash("sha256").update("sidebar test").digest("hex").slice(0, 40);

export const YIELD_10Y: Answer = {
  value: 4.36,
  unit: "%",
  observationDate: "2024-06-28",
  asOf: "2024-06-28T12:00:00Z",
  source: "fred",
  attribution: "Board of Governors of the Federal Reserve System, via FRED",
  caveats: ["fred_observation_date_not_fetch_date"],
  sample: true,
  maxAgeS: 3600,
  receivedAt: Date.UTC(2024, 5, 28, 12, 30),
};

export const STATUS: Status = {
  service: "SERVICE",
  version: "1.0.0",
  plan: "developer",
  as_of: "2024-06-28",
  sample: true,
  quota: { minute_limit: 120, minute_remaining: 119, monthly_limit: 100_000, monthly_used: 76_000, resets_at: "2024-07-01T00:00:00Z" },
  families: [],
};

/** The question of a call without arguments but its series. */
export function callOf(series: string, outcome: KnownCall["outcome"] = { kind: "answer", answer: YIELD_10Y }): KnownCall {
  const read = readQuestion("FRED", [series]);
  if (!("question" in read)) throw new Error(`No question for ${series}`);
  const { key, name } = read.question;
  return { id: "SERVICE.FRED", text: `SERVICE_FRED("${series}")`, alone: true, asks: { kind: "question", question: { key, name } }, outcome };
}

const UNKNOWN: Checked = { ok: false, failure: { code: "unknown_key" } };

export function createPaperScript(): PaperScript {
  const test = (key: string | undefined): Checked => (key === GOOD_KEY ? { ok: true, status: STATUS } : UNKNOWN);
  const placeOf = (address: string): CellPlace => {
    const block = readBlock(address);
    if (block?.sheet === undefined) throw new Error(`No cell ${address}`);
    return { sheet: block.sheet, row: block.row, column: block.column };
  };
  const shownAt = (address: string): ShownCell => {
    const there = paper.cells.get(address) ?? "";
    const text = there.startsWith("=") ? "4.36" : there;
    return { value: there.startsWith("=") ? 4.36 : there === "" ? null : there, text };
  };
  const state = () => ({
    schedule: paper.schedule,
    timeZone: "America/New_York",
    ...(paper.lastRun === undefined ? {} : { lastRun: paper.lastRun }),
  });
  const tables = (results: TableState["results"] = []): TableState => ({ tables: [...paper.tables], results });
  const standard: Answers = {
    testKey: test,
    testSavedKey: () => test(paper.key),
    saveKey: (key) => {
      const said = test(key);
      if (said.ok) paper.key = key;
      return said;
    },
    removeKey: () => {
      paper.key = undefined;
      return null;
    },
    fetch: (path) => {
      if (!path.startsWith("/v1/companies")) return { ok: false, message: "The service does not have this." };
      const found = /apple|aapl/i.test(path);
      const matched = [/aapl/i.test(path) ? "aapl" : "apple"];
      return { ok: true, body: { data: found ? [{ ticker: "AAPL", name: "Apple", matched, whole: true }] : [], meta: {} } };
    },
    selected: () => {
      const active = placeOf(paper.active);
      const block = readBlock(paper.range ?? paper.active.replace(/^.*!/, ""));
      const { rows, columns } = block ?? { rows: 1, columns: 1 };
      const formula = paper.cells.get(paper.active) ?? "";
      const address = `${addressOf(active)}${blockText({ ...active, rows, columns }).replace(/^[^:]*/, "")}`;
      return { address, rows, columns, active, formula: formula.startsWith("=") ? formula : "", shown: shownAt(paper.active) };
    },
    shown: (places) => places.map((place) => shownAt(addressOf(place))),
    argument: () => ({ known: true, value: "AAPL" }),
    calls: (): CallsReply => {
      const formula = paper.cells.get(paper.active) ?? "";
      const isService = /SERVICE_/.test(formula);
      return { place: placeOf(paper.active), formula: isService ? formula : "", calls: isService ? [callOf("DGS10")] : [], more: 0 };
    },
    answers: (cells) => cells.map(() => ({ kind: "answer", answer: YIELD_10Y })),
    recalculate: () => [],
    goTo: () => null,
    write: (at, rows, over) => {
      const address = addressOf(at);
      const there = paper.cells.get(address);
      if (there !== undefined && !over) throw new Refused(`${address} is not empty: it holds ${there}. Overwrite it, or select another cell.`, true);
      const [[first] = []] = rows;
      paper.cells.set(address, typeof first === "object" && first ? first.formula : String(first));
      return address;
    },
    refresh: (): ScriptRefresh => ({ cells: 3, answered: 3, requests: 1, troubles: [], hasFailed: false, summary: "3 cells asked again, in 1 request." }),
    asOf: () => null,
    setAsOf: (typed): AsOfChange => {
      paper.asOf = typed === "" ? undefined : typed;
      const done = typed === "" ? "Cells show the latest values: 3 formulas." : `Cells show ${typed}: 3 formulas.`;
      return { asOf: paper.asOf, cells: 3, troubles: [], done, summary: done };
    },
    schedule: state,
    setSchedule: (schedule) => {
      paper.schedule = schedule;
      return state();
    },
    stopSchedule: () => {
      paper.schedule = undefined;
      return state();
    },
    tables: () => tables(),
    insertTable: (kind, _, at) => {
      const id = `t${paper.tables.length + 1}`;
      const known = { kind, at: Date.UTC(2026, 10, 21), sample: true, rows: 253, columns: [] };
      paper.tables.push({ id, title: "Treasury constant maturity, 10 years (DGS10)", known, canUndo: true, hasChart: false });
      return tables([{ id, result: { ok: true, message: `Inserted at ${addressOf(at)}: 253 rows of sample data.` } }]);
    },
    refreshTables: (ids) => tables(ids.map((id) => ({ id, result: { ok: true, message: "2 rows added." } }))),
    undoTable: (id) => tables([{ id, result: { ok: true, message: "The last refresh is undone." } }]),
    removeTable: (id) => {
      paper.tables.splice(0, paper.tables.length, ...paper.tables.filter((table) => table.id !== id));
      return tables([{ id, result: { ok: true, message: "Removed from the list. Its cells stay, and are no longer refreshed." } }]);
    },
    chartTable: (id, drawn) => {
      paper.tables.splice(0, paper.tables.length, ...paper.tables.map((table) => (table.id === id ? { ...table, hasChart: drawn } : table)));
      return tables([{ id, result: { ok: true, message: drawn ? "Chart drawn beside the table." : "Chart removed." } }]);
    },
    showTable: (id) => tables([{ id, result: { ok: true, message: "At Sheet1!B4." } }]),
    copyAsValues: (): CopiedSheet => ({ sheet: "Rates (values)", cells: 12, summary: "12 formulas are values in the copy. This tab is as it was." }),
  };
  const looks: (() => unknown)[] = [];
  const paper: PaperScript = {
    key: GOOD_KEY,
    service: "https://api.example.com",
    cells: new Map(),
    active: "Sheet1!B2",
    range: undefined,
    schedule: undefined,
    lastRun: undefined,
    asOf: undefined,
    asOfProblem: undefined,
    tables: [],
    asked: [],
    instead: {},
    reached: (name, times) =>
      new Promise((resolve) => {
        const look = () => paper.asked.filter((call) => call.name === name).length >= times && resolve();
        looks.push(look);
        look();
      }),
    call: async (name, args) => {
      paper.asked.push({ name, args });
      for (const look of looks) look();
      const answer = (paper.instead[name] ?? standard[name]) as (...args: readonly unknown[]) => unknown;
      return answer(...args);
    },
  };
  return paper;
}
