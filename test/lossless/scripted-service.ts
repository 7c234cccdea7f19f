import { nodeHost } from "../../src/commands/node-host";
import { createIronCalc } from "../../src/commands/refresh/ironcalc-thread";
import { terminalWords } from "../../src/commands/terminal-words";
import type { EvalReply, EvalRequest, WireAnswer } from "../../src/contract/wire";
import { createClient } from "../../src/core/client";
import type { Asking } from "../../src/hosts/refresh/asking";
import { refreshBook, type RefreshedBook } from "../../src/hosts/refresh/refresh-book";
import type { CellValue } from "../../src/workbook/cell";
import { fakeTimers } from "../time";

/** The series that the service of these tests has, and what a cell with one shows after a refresh. */
export const SERIES = {
  NUM: 4.25,
  SMALL: -1.5e-7,
  ZERO: 0,
  TXT: ` "5 < 6" & _x000D_ é 📈`,
  YES: true,
  // 2026-11-20 as a serial number.
  DAY: 46346,
  WHY: "n/a: Unknown series WHY.",
} as const satisfies Readonly<Record<string, CellValue>>;
export type Series = keyof typeof SERIES;

function answer(series: unknown): Omit<WireAnswer, "id" | "max_age_s"> {
  if (series === "WHY") return { value: null, code: "unknown_series", reason: "Unknown series WHY." };
  if (series === "DAY") return { value: "2026-11-20", kind: "date" };
  return { value: SERIES[series as Series] ?? 1 };
}

/** Without a limit, because timers do not wait here. */
const secondEngine = createIronCalc(() => () => undefined);

/** Runs work whose timers do not wait: the next one fires as soon as everything else has been done. */
async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
  fakeTimers({ only: ["setTimeout", "clearTimeout", "Date"], now: Date.UTC(2026, 10, 20, 12) });
  try {
    let isDone = false;
    const result = work().finally(() => (isDone = true));
    result.catch(() => undefined);
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      await jest.advanceTimersToNextTimerAsync();
    }
    return await result;
  } finally {
    jest.useRealTimers();
  }
}

/**
 * Refreshes a file with these answers, without waiting.
 *
 * @param earlier false: formulas are not compared with their stored values
 */
export const refreshedBy = (file: Uint8Array, asking: () => Asking, earlier: false | [] = []): Promise<RefreshedBook> =>
  withoutWaiting(() => refreshBook(file, { asking, words: terminalWords, keepUnanswered: false, earlier, moment: 46_349.5, secondEngine }));

/** Refreshes a file with a service that answers FRED calls with `SERIES`, at once and alike in every run. */
export async function refreshed(file: Uint8Array): Promise<RefreshedBook> {
  const reply = (body: string): EvalReply => {
    const data = (JSON.parse(body) as EvalRequest).cells.map(({ id, args }) => ({ id, max_age_s: 60, ...answer(args?.[0]) }));
    return { data, count: data.length, as_of: "2026-11-20T12:00:00Z", meta: { caveats: [], attribution: {}, sample: false } };
  };
  const host = nodeHost(async (body) => ({ status: 200, header: () => undefined, text: async () => JSON.stringify(reply(body)) }), Date.now);
  const client = createClient(host, {});
  client.setAccess("present");
  return refreshedBy(file, () => client);
}
