import { createCacheStore, type CacheStore } from "./cache-store";
import type { CalculatedCell, Kind, LoadingCell, Manifest, Setup } from "./calls";
import type { CellArgument, CellResult } from "./cells";
import { createExecutions, type Ended } from "./executions";
import { LOADING } from "./grid";
import { createLocks } from "./locks";
import { createNetwork, type Seen, type Service } from "./network";
import { createPropertyStore, type PropertyStore } from "./property-store";
import { Refusal } from "./refusal";
import type { Execution } from "./spreadsheet";
import { createSpreadsheetServices, type BookOptions, type BookState } from "./spreadsheet-services";
import { runAtOnce } from "./threads";
import { createTimeline } from "./timeline";

/** A cell's result: a value, the rows that it spills, or `#ERROR!` with this message. */
export type CellOutcome = { readonly kind: "value"; readonly value: CellResult } | { readonly kind: "error"; readonly message: string };
/** The result of a menu's, trigger's or sidebar's call. */
export type RunOutcome = { readonly kind: "value"; readonly value: unknown } | { readonly kind: "error"; readonly message: string };

export interface WorldOptions {
  /** The text of Code.js, evaluated for each execution. */
  readonly code: string;
  readonly manifest?: Manifest;
  /** The server behind UrlFetchApp. Without one no address is reachable. May return a promise. */
  readonly service?: Service;
  /** Start time, ISO 8601; 2026-11-21T12:00:00Z by default. */
  readonly now?: string;
  /** The spreadsheet's owner, whose properties apply in cells. */
  readonly owner?: string;
  /** The spreadsheet with the script's triggers and html files, as plain data, with defaults for what is omitted. */
  readonly spreadsheet?: BookOptions;
  /** False for a script without a spreadsheet: no document cache, lock or properties. */
  readonly container?: boolean;
  /** Virtual milliseconds for a fetch (200) and for a call of the cache, a lock or the properties (20). */
  readonly latencyMs?: number;
  readonly costMs?: number;
  /**
   * Virtual milliseconds for taking a lock and for releasing it, `costMs` by default. The lock is one for the whole spreadsheet
   * (developers.google.com/apps-script/reference/lock/lock-service), so the executions that want it pay this one after another.
   */
  readonly lockMs?: number;
  /** Virtual milliseconds for SpreadsheetApp.flush; 300 by default. */
  readonly flushMs?: number;
  /** Most simultaneous executions of one user; one more is refused, as by Google. 30 by default. */
  readonly simultaneous?: number;
  /** Real milliseconds that a script may compute without a service call; more is taken as an endless loop. 30,000 by default. */
  readonly patienceMs?: number;
  /**
   * Functions that formulas call and the arguments that Sheets calculates for them, by the formula. After a flush, Sheets calls them for newly entered
   * formulas while the script goes on. Other formulas stay without a result.
   */
  readonly calculates?: Readonly<Record<string, { readonly name: string; readonly args?: readonly CellArgument[] }>>;
  /**
   * What Google's exception says if it refuses the nth call of UrlFetchApp, from 0. The texts are in developers.google.com/apps-script/guides/support/troubleshooting
   * and in reports: "Service invoked too many times in a short time: urlfetch. Try Utilities.sleep(1000) between calls.", "Bandwidth quota exceeded: … Try reducing
   * the rate of data transfer."
   */
  readonly refusesFetch?: (call: number) => string | undefined;
  /** Total fetches; 20,000 by default, Google's daily limit of a private account. */
  readonly fetchesPerDay?: number;
  /** Total reads and writes of properties; 50,000 by default, Google's daily limit of a private account. */
  readonly propertyCallsPerDay?: number;
}

/**
 * Who runs it, and from where. `dieAfter`: the script is terminated after this many changes of the spreadsheet. `failAt`: Google fails at this change, counted
 * from one. `typed`: what the user enters in a prompt; undefined presses Cancel.
 */
export interface RunBy extends Pick<Execution, "dieAfter" | "failAt" | "typed"> {
  readonly as?: string;
  readonly kind?: Exclude<Kind, "custom">;
}

/** One or several Google accounts, one spreadsheet and one script: everything that outlives an execution. */
export interface World {
  /** Evaluates one cell's formula. Rejects if the result fits no cell, or if the computation does not end. */
  call(name: string, args?: readonly CellArgument[], by?: { readonly as?: string }): Promise<CellOutcome>;
  /**
   * Opens the spreadsheet, in which Sheets calls the functions of all formulas in `calculates` again, at most 30 together; their cells show that they load
   * meanwhile. Google's documentation names changed arguments only. That opening and reloading call functions again, and that some run again while a
   * spreadsheet stays open, is what authors and users of such functions report: github.com/joseballester/muFunds/issues/98,
   * github.com/scryfall/google-sheets/issues/19, github.com/diegomanuel/binance-to-google-sheets/issues/8. Returns the outcomes by address, such as `Sheet1!A1`.
   */
  open(by?: { readonly as?: string }): Promise<ReadonlyMap<string, CellOutcome>>;
  /** A menu's click, a sidebar's call or a trigger's run; `simple` is onOpen, which has no rights. Arguments and value are JSON. */
  run(name: string, args?: readonly unknown[], by?: RunBy): Promise<RunOutcome>;
  /** Virtual milliseconds since 1970. */
  now(): number;
  /** Advances the time between executions. */
  advance(ms: number): void;
  readonly owner: string;
  /** Every request sent, including redirects. */
  readonly requests: readonly Seen[];
  /** Everything that scripts wrote with console and Logger. */
  readonly logs: readonly string[];
  readonly documentCache: CacheStore;
  readonly scriptCache: CacheStore;
  readonly documentProperties: PropertyStore;
  readonly userProperties: (user?: string) => PropertyStore;
  /** State after the last menu, sidebar or trigger run, with its changes and messages. Tests may replace it. */
  spreadsheet: BookState;
  /** Ends the threads. */
  close(): Promise<void>;
}

const CUSTOM_MS = 30_000;
const MENU_MS = 360_000;

/** Google does not publish a manifest without this. */
function checkManifest({ urlFetchWhitelist }: Manifest): void {
  for (const prefix of urlFetchWhitelist ?? [])
    if (!/^https:\/\/[^/\s*]+\/\S*$/.test(prefix))
      throw new Error(`urlFetchWhitelist of the manifest: expected an https address with a path, at least a slash, got "${prefix}".`);
}

const memo = <T>(make: () => T): ((key: string) => T) => {
  const made = new Map<string, T>();
  return (key) => {
    let one = made.get(key);
    if (one === undefined) made.set(key, (one = make()));
    return one;
  };
};

/** Cells that Sheets calculates, at most `AT_ONCE` together, each once until it is entered again. */
const AT_ONCE = 20;

function createCalculating(calculates: NonNullable<WorldOptions["calculates"]>, call: (name: string, args?: readonly CellArgument[]) => Promise<CellResult>) {
  const begun = new Set<string>();
  const queue: LoadingCell[] = [];
  let running = 0;
  let results: CalculatedCell[] = [];
  const next = async (): Promise<void> => {
    const cell = queue.shift();
    if (!cell) return;
    running++;
    const { name, args } = calculates[cell.formula]!;
    const value = await call(name, args);
    running--;
    begun.delete(`${cell.sheet}!${cell.address}`);
    results.push({ ...cell, value });
    void next();
  };
  return {
    calculate: (cells: readonly LoadingCell[]): void => {
      for (const cell of cells) {
        const key = `${cell.sheet}!${cell.address}`;
        if (!calculates[cell.formula] || begun.has(key)) continue;
        begun.add(key);
        queue.push(cell);
        if (running < AT_ONCE) void next();
      }
    },
    takeCalculated: (): readonly CalculatedCell[] => {
      const taken = results;
      results = [];
      return taken;
    },
  };
}

/** The spreadsheet with results that came after the script's last look at it. */
function withResults(book: BookState, cells: readonly CalculatedCell[]): BookState {
  const late = createSpreadsheetServices(book);
  late.calculate(cells);
  return { ...book, sheets: late.state().sheets };
}

/** What a cell shows: Google puts the message of an error into a note. */
const shownBy = (outcome: CellOutcome): CellResult => (outcome.kind === "value" ? outcome.value : "#ERROR!");

/** The spreadsheet with all cells loading whose functions are called again, and these cells. */
function reopened(book: BookState, calculates: NonNullable<WorldOptions["calculates"]>) {
  const cells: LoadingCell[] = [];
  const sheets = Object.fromEntries(
    Object.entries(book.sheets).map(([sheet, held]) => [
      sheet,
      Object.fromEntries(
        Object.entries(held).map(([address, cell]) => {
          const formula = typeof cell === "object" && "formula" in cell ? (cell.formula ?? "") : "";
          if (!calculates[formula]) return [address, cell];
          cells.push({ sheet, address, formula });
          return [address, { formula, value: LOADING }];
        }),
      ),
    ]),
  );
  return { cells, loading: { ...book, sheets } };
}

export function createWorld(options: WorldOptions): World {
  const {
    code,
    manifest = {},
    owner = options.spreadsheet?.owner ?? "owner@example.com",
    container = true,
    latencyMs = 200,
    costMs = 20,
    lockMs = costMs,
    flushMs = 300,
  } = options;
  checkManifest(manifest);
  const timeline = createTimeline(Date.parse(options.now ?? "2026-11-21T12:00:00Z"));
  const caches = memo(() => createCacheStore(timeline.now));
  let propertyCalls = 0;
  const properties = memo(() =>
    createPropertyStore(() => {
      if (++propertyCalls > (options.propertyCallsPerDay ?? 50_000)) throw new Refusal("Service invoked too many times for one day: properties.");
    }),
  );
  const network = createNetwork(options.service ?? (() => "unreachable"), manifest, latencyMs, options.fetchesPerDay ?? 20_000, options.refusesFetch);
  const logs: string[] = [];
  const calculating = createCalculating(options.calculates ?? {}, async (name, args) => shownBy(await world.call(name, args)));
  const executions = createExecutions({
    ...calculating,
    timeline,
    caches,
    properties,
    locks: createLocks(),
    network,
    logs,
    costMs,
    lockMs,
    simultaneous: options.simultaneous ?? 30,
    patienceMs: options.patienceMs ?? 30_000,
  });

  const begin = async (kind: Kind, name: string, args: Setup["args"], user: string, by: RunBy = {}): Promise<Ended> => {
    const setup = { ...by, code, kind, name, args, user, owner, manifest, container, flushMs };
    const limit = kind === "custom" || kind === "simple" ? CUSTOM_MS : MENU_MS;
    const ended = await executions.begin(() => ({ ...setup, book: world.spreadsheet, now: timeline.now() }), limit);
    // A cell's function cannot change the spreadsheet: its copy may be older than what a menu has written since.
    if (kind !== "custom") world.spreadsheet = withResults(ended.book, calculating.takeCalculated());
    return ended;
  };
  const outcomeOf = (ended: Ended): RunOutcome => (ended.kind === "value" ? { kind: "value", value: ended.value } : { kind: "error", message: ended.message });

  const world: World = {
    call: async (name, args = [], { as = owner } = {}) => outcomeOf(await begin("custom", name, args, as)) as CellOutcome,
    open: async ({ as = owner } = {}) => {
      const calculates = options.calculates ?? {};
      const { cells, loading } = reopened(world.spreadsheet, calculates);
      world.spreadsheet = loading;
      const outcomes = await runAtOnce(
        world,
        cells.map(({ formula }) => ({ ...calculates[formula]!, as })),
      );
      const results = cells.map((cell, i): CalculatedCell => ({ ...cell, value: shownBy(outcomes[i]!) }));
      world.spreadsheet = withResults(world.spreadsheet, results);
      return new Map(cells.map(({ sheet, address }, i) => [`${sheet}!${address}`, outcomes[i]!]));
    },
    run: async (name, args = [], by = {}) => outcomeOf(await begin(by.kind ?? "menu", name, args, by.as ?? owner, by)),
    now: timeline.now,
    advance: timeline.advance,
    owner,
    requests: network.requests,
    logs,
    documentCache: caches("document"),
    scriptCache: caches("script"),
    documentProperties: properties("document"),
    userProperties: (user = owner) => properties(`user ${user}`),
    spreadsheet: createSpreadsheetServices({ ...options.spreadsheet, owner }).state(),
    close: executions.close,
  };
  return world;
}
