import { many, SEED, WHOLE } from "../corpus";
import { KEYS } from "./local-service";
import { enterKey, evals, stage } from "./stage";
import { notCurrent, waitingForKey, wrongCalls, wrongCells } from "./under-faults/checks";
import { replaceClock, type Clock } from "./under-faults/clock";
import { EVENTS, type EventName, type Storm } from "./under-faults/events";
import { faultyService, type FaultyService } from "./under-faults/faulty-service";
import { createRandom } from "./under-faults/random";
import { createWindow, type Window } from "./under-faults/window";

/*
 * Thousands of calls in two workbooks with one key, while the service fails, the runtime is suspended, Excel limits requests, cells are edited, keys change, a
 * page is loaded again and a co-author works. What happens when follows from the seed; which request is hit by a fault also follows from the pages' own timers.
 */

const CALLS = many(40_000, 2_000);
/** More than one request may have, in `npm run corpus`. */
const ROWS = many(600, 150);
/** Longer than any answer stays fresh, and than the service asks a client to wait. */
const BETWEEN_ROUNDS_MS = 130_000;

const at = stage("https://addin.officeapps.live.com");

interface Opened {
  readonly storm: Storm;
  readonly windows: readonly [Window, Window];
  readonly clock: Clock;
  readonly service: FaultyService;
  readonly refreshes: { count: number; readonly running: Set<Promise<void>> };
  /** Requests that ended without a reply that the page has read. */
  readonly unread: () => number;
}

async function open(): Promise<Opened> {
  // The service is asked when the pages' timers say so: its choices must not change those of the events.
  const service = faultyService(at.service, createRandom("service"));
  const moment = service.edition;
  const first = await at.excel({ moment });
  const clock = await replaceClock(first.context);
  const second = await at.excel({ moment, beside: first });
  const windows = [createWindow(first, 0, ROWS), createWindow(second, 1, ROWS)] as const;
  let unread = 0;
  first.context.on("requestfailed", (request) => {
    if (!request.url().endsWith("/sheets/eval")) return;
    unread++;
    // A page gives up a request after 15 seconds, which also pass while this test has time pass; but no request whose reply comes during a suspension.
    if (!clock.isSuspended()) service.noteGivenUp(request.postData() ?? "");
  });
  await first.pane.getByRole("tab", { name: "Account" }).click();
  await enterKey(first, KEYS.good, at.service.origin);
  await second.pane.getByRole("tab", { name: "Account" }).click();
  await second.pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
  const refreshes = { count: 0, running: new Set<Promise<void>>() };
  const refresh = (window: Window): void => {
    refreshes.count++;
    const running = window.refresh().finally(() => refreshes.running.delete(running));
    refreshes.running.add(running);
  };
  return {
    storm: { windows, service, clock, random: createRandom("events"), origin: at.service.origin, refresh, key: KEYS.good },
    windows,
    clock,
    service,
    refreshes,
    unread: () => unread,
  };
}

/** Waits until every call is settled, every refresh has ended, and no cell waits for a key. */
const settle = ({ windows, clock, service, refreshes }: Opened): Promise<void> =>
  clock.until(() => {
    service.release();
    const calls = windows.reduce((sum, window) => sum + window.open(), 0);
    const busy = windows.filter(({ excel }) => excel.workbook.isBusy());
    if (calls + busy.length + refreshes.running.size > 0) return [`${calls} calls`, `${busy.length} busy workbooks`, `${refreshes.running.size} refreshes`];
    return windows.flatMap((window) => waitingForKey(window).map((cell) => `window ${window.number} ${cell}, which waits for a key`));
  });

/** One recalculation of both workbooks, with some events meanwhile; returns what is wrong afterwards. */
async function round(opened: Opened, happened: string[]): Promise<string[]> {
  const { windows, service, storm, clock } = opened;
  const { random } = storm;
  service.publish();
  const since = service.edition();
  const from = windows.map(({ excel }) => excel.calls.length);
  for (const window of windows) {
    window.restore();
    window.calculate(random.some(window.rows, 0.9));
  }
  for (let left = random.pick([1, 2, 3, 4]); left > 0; left--) {
    const name = random.pick(Object.keys(EVENTS) as EventName[]);
    happened.push(name);
    await clock.pass(random.pick([0, 60, 300]));
    await EVENTS[name](storm, random.pick(windows));
  }
  const unsettled = await settle(opened).then(
    () => [],
    (e: unknown) => [(e as Error).message],
  );
  const wrong = windows.flatMap((window, i) => [...wrongCalls(window, service, from[i]!, since), ...wrongCells(window)]);
  await clock.pass(BETWEEN_ROUNDS_MS);
  return [...unsettled, ...wrong];
}

const total = (windows: readonly Window[]): number => windows.reduce((sum, { excel }) => sum + excel.calls.length, 0);

/** What was seen, for the log of `npm run corpus`. */
function summary({ windows, service, refreshes, unread }: Opened, happened: readonly string[]): string {
  const calls = windows.flatMap(({ excel }) => excel.calls);
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { settled, ended } of calls) {
    const result = settled[0]?.result;
    count(
      ended ?? (!result?.ok ? `error: ${String(result?.value).replace(/\d+/g, "n") || "as before"}` : typeof result.value === "number" ? "value" : "reason"),
    );
  }
  for (const { fault } of service.requests) count(`request ${fault ?? "answered"}`);
  happened.forEach(count);
  const listed = [...counts].map(([what, n]) => `${String(n).padStart(7)} ${what}`);
  return [`seed ${SEED}: ${calls.length} calls, ${service.requests.length} requests, ${unread()} unread, ${refreshes.count} refreshes`, ...listed].join("\n");
}

/** A request for each 500 cells of a calculation or a refresh, and one more for each request whose reply answered not all of its cells. */
function mostRequests({ windows, service, refreshes, unread }: Opened): number {
  const calculations = windows.flatMap(({ excel }) => {
    const cells = new Map<number, number>();
    for (const { message } of excel.calls) cells.set(message, (cells.get(message) ?? 0) + 1);
    return [...cells.values()];
  });
  const full = (cells: number): number => Math.ceil(cells / 500);
  const first = calculations.reduce((sum, cells) => sum + full(cells), 0) + refreshes.count * full(ROWS);
  return first + service.requests.filter(({ fault }) => fault !== undefined && fault !== "held").length + unread();
}

test(
  "thousands of calls under faults: each is settled once, no value is wrong, and all cells recover",
  async () => {
    const opened = await open();
    const { windows, service } = opened;
    const happened: string[] = [];
    const wrong: string[] = [];
    while (total(windows) < CALLS && wrong.length === 0) wrong.push(...(await round(opened, happened)));
    expect({ seed: SEED, wrong: wrong.slice(0, 20), events: wrong.length > 0 ? happened.slice(-6) : [] }).toEqual({ seed: SEED, wrong: [], events: [] });

    service.recover();
    service.publish();
    for (const window of windows) {
      window.restore();
      window.calculate(window.rows);
    }
    await settle(opened);
    expect({ seed: SEED, wrong: windows.flatMap((window) => notCurrent(window, service.edition())).slice(0, 20) }).toEqual({ seed: SEED, wrong: [] });
    expect(service.requests.length).toBeLessThanOrEqual(mostRequests(opened));
    const seen = JSON.stringify([
      windows.map(({ excel }) => [excel.workbook.sheets, [...excel.workbook.document.settings], excel.calls]),
      windows[0].excel.heard,
      windows[0].excel.addresses,
    ]);
    // Errors thrown by the add-in; office.js throws one of its own without the browser's clock.
    expect(windows[0].excel.heard.filter((text) => text.includes("\n    at ") && text.includes(at.service.origin))).toEqual([]);
    expect([KEYS.good, KEYS.local].filter((key) => seen.includes(key.slice(0, 8)))).toEqual([]);
    expect(evals(at.service).every(({ key }) => key !== undefined)).toBe(true);
    if (WHOLE || process.env.SUMMARY) process.stdout.write(`${summary(opened, happened)}\n`);
  },
  many(3_600_000, 240_000),
);
