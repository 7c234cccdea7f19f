import { data } from "../../src/commands/data";
import { startUpdates } from "../../src/commands/start/live";
import { sha256Of } from "../../src/service/store/archive";
import type { Store } from "../../src/service/store/store";
import { openLoopback, type Loopback } from "../unit/service/publishers/loopback";
import { commandDesk, type CommandDesk } from "./command-desk";

/** The time of the clock, unless a test says another. */
export const NOW = Date.parse("2024-06-20T23:00:00Z");
/** The Treasury's curve of two days. */
export const CURVE = 'Date,"1 Mo","10 Yr"\n06/20/2024,5.47,4.25\n06/18/2024,5.47,4.22\n';

/** The path of a year of the curve. */
export const yearPath = (year: number): string =>
  `/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`;

/** Output and exit status of the command. */
export interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The data command in a separate folder, with publishers replayed on this machine. */
interface DataBench extends CommandDesk {
  loopback: Loopback;
  run(argv: readonly string[], env?: Record<string, string>, stop?: AbortSignal): Promise<Said>;
  /** Has the Treasury publish one row for each year since 1990, and this curve for 2024; real yields are missing. */
  publishCurve(curve?: string): void;
  /** The stored values of a series: date, value, source and the day on which it was first seen. */
  served(series?: string): unknown[][];
  /** Writes a file and imports it, with these words before its name. */
  take(name: string, content: string | Uint8Array, ...words: readonly string[]): Promise<Said>;
}

/** Sets up a test file: each test gets a new folder and a new loopback, at this time of the clock. */
export function dataBench(now = NOW): DataBench {
  const desk = commandDesk({ now, data: ".service" });
  const bench: DataBench = Object.assign(desk, {
    // Each test gets one.
    loopback: undefined as unknown as Loopback,
    run: async (argv: readonly string[], env: Record<string, string> = {}, stop = new AbortController().signal) => {
      const [out, err]: [string[], string[]] = [[], []];
      const { transport } = bench.loopback;
      const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), cwd: desk.cwd, now: transport.now, env };
      const status = await data(["--data", ".service", ...argv], { ...io, transport, stop });
      return { status, out: out.join("\n"), err: err.join("\n") };
    },
    publishCurve: (curve = CURVE) => {
      const { loopback } = bench;
      for (let year = 1990; year < 2024; year++) {
        const day = ["07/01", "07/02", "07/03"].find((d) => ![0, 6].includes(new Date(`${year}-${d.replace("/", "-")}T00:00:00Z`).getUTCDay()))!;
        loopback.replies(yearPath(year), { body: `Date,"10 Yr"\n${day}/${year},4.10\n`, headers: { ETag: `"${year}"` } });
      }
      loopback.replies(yearPath(2024), { body: curve, headers: { "Content-Type": "text/csv", ETag: `"${sha256Of(Buffer.from(curve)).slice(0, 8)}"` } });
    },
    served: (series = "DGS10") =>
      desk.inStore((s) =>
        s.observations.between(series, "1900-01-01", "2100-01-01").map((o) => [o.date, o.value, o.source, new Date(o.seen).toISOString().slice(0, 10)]),
      ),
    take: (name: string, content: string | Uint8Array, ...words: readonly string[]) => {
      desk.put(name, content);
      return bench.run(["import", ...words, name]);
    },
  });
  beforeEach(async () => {
    bench.loopback = await openLoopback(now, /^https:\/\/[^/]+/);
  });
  afterEach(() => bench.loopback.close());
  return bench;
}

/**
 * Runs the background updates of a store until they have looked so many times for what is due. Returns what they said.
 *
 * @param atLook what happens after each look, by its number
 */
export async function updating(
  store: Store,
  { looks, update, atLook, now = NOW }: { readonly looks: number; update(): unknown; readonly atLook?: (look: number) => unknown; readonly now?: number },
): Promise<string[]> {
  const said: string[] = [];
  const tell = (line: string): void => void said.push(line);
  let look = 0;
  let over: () => void;
  const done = new Promise<void>((resolve) => (over = resolve));
  const live = startUpdates({
    store,
    now: () => now,
    out: tell,
    err: tell,
    update: async () => void (await update()),
    rest: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await atLook?.(look + 1);
      if (++look === looks) over();
    },
  });
  await done;
  await live.stop();
  return said;
}
