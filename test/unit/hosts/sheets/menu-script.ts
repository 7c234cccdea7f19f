import type * as entry from "../../../../src/hosts/sheets/menu/index";
import type { SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import { addDays } from "../../../../src/contract/dates";
import type { WireAnswer } from "../../../../src/contract/wire";
import type { Execution } from "../../../sheets/spreadsheet";
import { createSpreadsheetServices, type BookOptions, type BookState } from "../../../sheets/spreadsheet-services";
import { dayText, instantOfText, localOf, timeText } from "../../../sheets/zone";
import { STATUS } from "../../../status-reply";

export type Menu = typeof entry;
type WireQuestion = { readonly fn?: string; readonly args?: readonly unknown[]; readonly entity?: string; readonly path?: string };

interface ScriptOptions {
  readonly book: BookOptions;
  /** The current user's key; null for none. */
  readonly key?: string | null;
  /** The service's answer to one cell; undefined omits it from the reply. */
  readonly answer?: (cell: WireQuestion) => Partial<WireAnswer> | undefined;
  /** Status of every reply; 0 if no server answers. */
  readonly status?: number;
  /** What happens elsewhere during the request. */
  readonly meanwhile?: () => void;
}

/** The end of a day in New York, in summer. */
const echoOf = (day: string): string => `${addDays(day, 1)}T03:59:59Z`;

/** A call of the sidebar. */
export const call =
  (name: unknown, ...args: readonly unknown[]) =>
  (menu: Menu): SidebarReply =>
    menu.serviceSidebar(name, args);

export const KEY = "k".repeat(24);
/** Google's services in the script's scope. */
export const google = globalThis as unknown as { SpreadsheetApp: GoogleSpreadsheetApp };
type GoogleSpreadsheetApp = ReturnType<typeof createSpreadsheetServices>["globals"]["SpreadsheetApp"];

/**
 * The script's menu over fakes of Google's services and a test service. Each run is a separate execution: modules are loaded again, and the spreadsheet is
 * as the last run left it. Requests and waits advance the clock.
 */
export function createScript(options: ScriptOptions) {
  const { key = KEY, answer = () => ({ value: 1 }) } = options;
  let status = options.status ?? 200;
  let book = createSpreadsheetServices(options.book).state();
  let now = Date.parse("2026-11-21T12:00:00Z");
  const requests: (readonly WireQuestion[])[] = [];
  const asOf: (string | undefined)[] = [];
  const cache = new Map<string, string>();
  const stores = { user: new Map<string, string>(key === null ? [] : [["SERVICE_API_KEY", key]]), document: new Map<string, string>() };

  const response = (code: number, body: unknown) => ({ getResponseCode: () => code, getContentText: () => JSON.stringify(body), getAllHeaders: () => ({}) });
  const reply = (payload: string) => {
    const { cells, as_of } = JSON.parse(payload) as { cells: (WireQuestion & { id: number })[]; as_of?: string };
    requests.push(cells);
    asOf.push(as_of);
    if (status === 0) throw new Error("Address unavailable");
    const data = cells.flatMap((cell) => {
      const given = answer(cell);
      return given ? [{ id: cell.id, max_age_s: 600, source: "s", caveats: ["cot_lag"], ...given }] : [];
    });
    return response(
      status,
      status === 200
        ? {
            data,
            count: data.length,
            as_of: "2024-06-28",
            meta: { caveats: [], attribution: { s: "The Source." }, sample: false, ...(as_of === undefined ? {} : { as_of: echoOf(as_of) }) },
          }
        : {},
    );
  };
  const store = (values: Map<string, string>) => ({
    getProperty: (name: string) => values.get(name) ?? null,
    getProperties: () => Object.fromEntries(values),
    setProperty: (name: string, value: string) => void values.set(name, value),
    deleteProperty: (name: string) => void values.delete(name),
  });
  const lock = { tryLock: () => true, releaseLock: () => undefined };
  const services = {
    SERVICE_BASE_URL: "https://api.example.com",
    UrlFetchApp: {
      fetch: () => {
        if (status === 0) throw new Error("Address unavailable");
        return response(status, status === 200 ? { data: STATUS, as_of: STATUS.as_of } : {});
      },
      fetchAll: (all: readonly { payload: string }[]) => {
        options.meanwhile?.();
        now += 200;
        return all.map(({ payload }) => reply(payload));
      },
    },
    CacheService: {
      getDocumentCache: () => ({
        get: (name: string) => cache.get(name) ?? null,
        getAll: (names: readonly string[]) => Object.fromEntries(names.flatMap((name) => (cache.has(name) ? [[name, cache.get(name)]] : []))),
        put: (name: string, value: string) => void cache.set(name, value),
        putAll: (values: Record<string, string>) => Object.entries(values).forEach(([name, value]) => cache.set(name, value)),
        remove: (name: string) => void cache.delete(name),
      }),
    },
    LockService: { getDocumentLock: () => lock, getScriptLock: () => lock },
    PropertiesService: { getUserProperties: () => store(stores.user), getDocumentProperties: () => store(stores.document) },
    Utilities: {
      sleep: (ms: number) => void (now += ms),
      formatDate: (date: Date, zone: string, pattern: string) => {
        const local = localOf(date.getTime(), zone);
        return pattern.replace("yyyy-MM-dd", dayText(local)).replace("HH:mm:ss", timeText(local)).replace("HH:mm", timeText(local).slice(0, 5));
      },
      parseDate: (text: string, zone: string) => new Date(instantOfText(text, zone)),
    },
  };

  return {
    /** Runs part of the script as one execution. Rethrows its error after the spreadsheet has been stored. */
    run: async <T>(work: (menu: Menu) => T, execution: Execution = {}): Promise<T> => {
      jest.resetModules();
      const clock = jest.spyOn(Date, "now").mockImplementation(() => now);
      const spreadsheet = createSpreadsheetServices(book, execution);
      Object.assign(globalThis, services, spreadsheet.globals);
      const menu = await import("../../../../src/hosts/sheets/menu/index");
      try {
        return work(menu);
      } finally {
        book = spreadsheet.state();
        clock.mockRestore();
      }
    },
    book: (): BookState => book,
    /** Contents of the cells with formulas, by address. */
    formulas: (sheet: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(book.sheets[sheet] ?? {}).flatMap(([address, cell]) => {
          const formula = typeof cell === "object" && "formula" in cell ? cell.formula : undefined;
          return formula ? [[address, formula]] : [];
        }),
      ),
    requests,
    /** The day of each request. */
    asOf,
    properties: stores,
    setStatus: (to: number) => void (status = to),
    advance: (ms: number) => void (now += ms),
  };
}
