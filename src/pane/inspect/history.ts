import { isRecord } from "../../contract/json";
import { addDays, daysBetween, isIsoDate, type IsoDate } from "../../contract/dates";
import type { Loaded } from "../hooks/use-loaded";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { perHost } from "../per-book";
import type { HistorySource, Point, DaySpan } from "./history-source";

/** A figure over a range, oldest first, with the attributions to quote. */
interface History {
  readonly points: readonly Point[];
  readonly sample: boolean;
  readonly attribution: readonly string[];
}

/** Wait before a chart's data is read, so that moving over cells with the arrow keys sends no requests. */
export const PAUSE_MS = 300;

export const RANGES = ["1M", "6M", "1Y", "5Y", "10Y", "Max"] as const;
export type HistoryRange = (typeof RANGES)[number];
const RANGE_DAYS: Readonly<Record<Exclude<HistoryRange, "Max">, number>> = { "1M": 31, "6M": 183, "1Y": 366, "5Y": 1827, "10Y": 3653 };

/** The days to draw: the range up to the newest day. If the cell's observation is older than that, a range of the same length around it. */
export function drawnSpan(range: HistoryRange, newest: IsoDate, own: IsoDate | undefined): DaySpan {
  if (range === "Max") return { from: undefined, to: undefined };
  const days = RANGE_DAYS[range];
  const from = addDays(newest, -days);
  if (own === undefined || own >= from) return { from, to: undefined };
  const half = Math.ceil(days / 2);
  const after = addDays(own, half);
  return { from: addDays(own, -half), to: after < newest ? after : undefined };
}

/** The largest step between observations, in days, that is not a gap. Allows for weekends, holidays and longer months. */
const LONGEST_STEP: Readonly<Record<HistorySource["frequency"], number>> = {
  daily: 6,
  weekly: 11,
  "twice a month": 25,
  monthly: 45,
  quarterly: 120,
  // A fiscal year may end some weeks later than the one before.
  yearly: 420,
};

/** Times in seconds, with an empty point in each gap, so that no line is drawn over days without observations. */
export function withGaps(points: readonly Point[], frequency: HistorySource["frequency"]) {
  const seconds = (date: IsoDate) => Date.parse(`${date}T00:00:00Z`) / 1000;
  const drawn = points.flatMap((point, i): { readonly x: number; readonly point: Point | undefined }[] => {
    const previous = points[i - 1];
    const own = { x: seconds(point.date), point };
    if (!previous || daysBetween(previous.date, point.date) <= LONGEST_STEP[frequency]) return [own];
    return [{ x: (seconds(previous.date) + own.x) / 2, point: undefined }, own];
  });
  return { xs: drawn.map(({ x }) => x), ys: drawn.map(({ point }) => point?.value ?? null), at: drawn.map(({ point }) => point) };
}

/** Holds more than a lifetime of daily observations. */
const MAX_PAGES = 6;
const MAX_CACHED = 24;
const FRESH_MS = 10 * 60_000;

const isPoint = (x: { readonly date: unknown; readonly value: unknown }): x is Point =>
  typeof x.date === "string" && isIsoDate(x.date) && typeof x.value === "number" && Number.isFinite(x.value);
const byDate = (a: Point, b: Point): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

async function read(
  host: Pick<PaneHost, "fetch">,
  asOf: string | undefined,
  { path, query, byDays, pointOf }: HistorySource,
  { from, to }: DaySpan,
  signal: AbortSignal | undefined,
): Promise<Loaded<History>> {
  let points: Point[] = [];
  let until = to;
  let sample = false;
  const attribution = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked = new URLSearchParams({
      ...query,
      ...(byDays && from ? { from } : {}),
      ...(byDays && until ? { to: until } : {}),
      ...(asOf === undefined ? {} : { as_of: asOf }),
    });
    const fetched = await host.fetch(`${path}?${asked.toString()}`, signal);
    if (!fetched.ok) return fetched;
    const body = isRecord(fetched.body) ? fetched.body : {};
    if (!Array.isArray(body.data)) return { ok: false, message: paneWords({ code: "broken_reply" }) };
    const rows = body.data.filter(isRecord).map(pointOf).filter(isPoint);
    points = [...rows, ...points];
    const meta = isRecord(body.meta) ? body.meta : {};
    sample ||= meta.sample === true;
    if (isRecord(meta.attribution)) for (const line of Object.values(meta.attribution)) if (typeof line === "string") attribution.add(line);
    const oldest = rows[0];
    if (!byDays || !oldest || typeof body.count !== "number" || body.count <= body.data.length) break;
    until = addDays(oldest.date, -1);
  }
  const inSpan = byDays ? points : points.filter(({ date }) => (from === undefined || date >= from) && (to === undefined || date <= to)).sort(byDate);
  return { ok: true, value: { points: inSpan, sample, attribution: [...attribution] } };
}

const cacheOf = perHost(() => new Map<string, { readonly at: number; readonly history: History }>());

/** Fetches a history as of the workbook's moment, cached for 10 minutes, so that moving between cells sends one request. Failures are not cached. */
export async function readHistory(host: PaneHost, source: HistorySource, span: DaySpan, signal?: AbortSignal): Promise<Loaded<History>> {
  const connection = host.connection();
  const asOf = host.asOf();
  const key = `${connection.kind === "connected" ? connection.baseUrl : ""} ${asOf ?? ""} ${source.id} ${span.from ?? ""} ${span.to ?? ""}`;
  const cache = cacheOf(host);
  const cached = cache.get(key);
  if (cached && host.now() - cached.at < FRESH_MS && host.now() >= cached.at) return { ok: true, value: cached.history };
  const result = await read(host, asOf, source, span, signal);
  if (!result.ok) return result;
  cache.delete(key);
  cache.set(key, { at: host.now(), history: result.value });
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
  return result;
}
