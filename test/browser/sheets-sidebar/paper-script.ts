import { createHash } from "node:crypto";
import type { Status } from "../../../src/contract/wire";
import type { Answer } from "../../../src/core/outcome";
import type {
  Account,
  AsOfChange,
  Copied,
  KeyTest,
  PreviewArgument,
  RefreshResult,
  Schedule,
  SidebarCall,
  SidebarCalls,
  Sourced,
  Sources,
  TableState,
} from "../../../src/hosts/sheets/sidebar-calls";

/** A refusal by the script, in words for the user. */
export class Refused extends Error {}
/** Google's own message when it does not run the script. */
export class GoogleSays extends Error {}

type Answers = { [Name in SidebarCall]: (...args: Parameters<SidebarCalls[Name]>) => ReturnType<SidebarCalls[Name]> | Promise<ReturnType<SidebarCalls[Name]>> };

/** A fake spreadsheet and script: set by a test, with a record of the sidebar's calls. */
export interface PaperScript {
  key: string | undefined;
  baseUrl: string | undefined;
  /** Formulas and contents by address. A listed cell is not empty. */
  readonly cells: Map<string, string>;
  /** Address with its sheet, as Google writes it. */
  active: string;
  range: string | undefined;
  schedule: Schedule | undefined;
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

const UNKNOWN: KeyTest = { ok: false, message: "The service does not know this API key. Paste the right key." };

export function createPaperScript(): PaperScript {
  const cellOf = (address: string): string => address.replace(/^.*!/, "");
  const account = (): Account => ({
    baseUrl: paper.baseUrl,
    hasKey: paper.key !== undefined,
    keyUse: "In cells the key of the spreadsheet's owner is used, whoever looks. The key saved here is yours: Refresh, Sources and previews use it.",
  });
  const test = (key: string | undefined): KeyTest => (key === GOOD_KEY ? { ok: true, status: STATUS } : UNKNOWN);
  const state = () => ({
    schedule: paper.schedule,
    timeZone: "America/New_York",
    ...(paper.lastRun === undefined ? {} : { lastRun: paper.lastRun }),
  });
  const tables = (results: TableState["results"] = []): TableState => ({ tables: [...paper.tables], results });
  const standard: Answers = {
    account,
    testKey: test,
    testSavedKey: () => test(paper.key),
    saveKey: (key) => {
      const said = test(key);
      if (said.ok) paper.key = key;
      return said;
    },
    removeKey: () => {
      paper.key = undefined;
      return account();
    },
    companies: (query: string) => ({
      data: /apple|aapl/i.test(query) ? [{ ticker: "AAPL", name: "Apple", matched: [/aapl/i.test(query) ? "aapl" : "apple"], whole: true }] : [],
      meta: {},
    }),
    preview: (id: string, args: readonly PreviewArgument[]): Sourced => ({
      label: `${id.replace(".", "_")}(${args.map(({ text }) => JSON.stringify(text)).join(",")})`,
      answer: YIELD_10Y,
    }),
    selected: () => ({
      address: paper.active,
      cell: cellOf(paper.active),
      range: paper.range ?? cellOf(paper.active),
      formula: paper.cells.get(paper.active)?.startsWith("=") ? (paper.cells.get(paper.active) ?? "") : "",
    }),
    insert: (formula, over) => {
      const there = paper.cells.get(paper.active);
      if (there !== undefined && !over) throw new Refused(`${paper.active} is not empty: it holds ${there}. Replace it, or select another cell.`);
      paper.cells.set(paper.active, formula);
      return paper.active;
    },
    sources: (): Sources => {
      const formula = paper.cells.get(paper.active) ?? "";
      const service = /SERVICE_/.test(formula);
      return {
        address: paper.active,
        formula: service ? formula : "",
        shown: service ? "4.36" : formula,
        questions: service ? [{ label: 'SERVICE_FRED("DGS10")', answer: YIELD_10Y }] : [],
        more: 0,
      };
    },
    refresh: (): RefreshResult => ({ cells: 3, answered: 3, requests: 1, troubles: [], summary: "3 cells asked again, in 1 request." }),
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
    insertBlock: (at) => at,
    cellValues: () => [],
    answers: (cells) => cells.map(() => ({ kind: "answer", answer: YIELD_10Y })),
    tables: () => tables(),
    tableRows: () => ({
      ok: true,
      rows: 253,
      data: {
        title: "Treasury constant maturity, 10 years (DGS10)",
        columns: [
          { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true },
          { id: "value", heading: "DGS10, %", format: '0.00"%"' },
        ],
        rows: [
          [45_460, 4.28],
          [45_461, 4.22],
        ],
        attribution: ["U.S. Treasury"],
        sample: true,
        notes: [],
      },
    }),
    insertTable: (kind, _, at) => {
      const id = `t${paper.tables.length + 1}`;
      const known = { kind, at: Date.UTC(2026, 10, 21), sample: true, rows: 253, columns: [] };
      paper.tables.push({ id, title: "Treasury constant maturity, 10 years (DGS10)", known, canUndo: true, hasChart: false });
      return tables([{ id, result: { ok: true, message: `Inserted at ${at}: 253 rows of sample data.` } }]);
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
    copyAsValues: (): Copied => ({ sheet: "Rates (values)", cells: 12, summary: "12 formulas are values in the copy. This tab is as it was." }),
  };
  const looks: (() => unknown)[] = [];
  const paper: PaperScript = {
    key: GOOD_KEY,
    baseUrl: "https://api.example.com",
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
