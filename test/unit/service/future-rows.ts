import { addDays, isoOf, type IsoDate } from "../../../src/contract/dates";
import { isSession } from "../../../src/service/time/calendar";
import { endOfDay, lastDayEndedBy } from "../../../src/service/time/time-zone";
import type { RecordRow } from "../../../src/service/records/record";
import type { StatedPeriod, Vintage } from "../../../src/service/records/filings";
import { releaseOfHoldings, releaseOfObservation, releaseOfRecord } from "../../../src/service/releases/releases";
import { openStore, type Store } from "../../../src/service/store/store";
import { integer, TICKERS, type Random, type Rows } from "./random-rows";

/** Long after every release, so that each row has the moment of its rule. */
const SEEN = "2031-01-01T00:00:00Z";
const REVISED = "2032-01-01T00:00:00Z";

const batch = (name: string, { rows, records, reports }: Partial<Rows>) => ({
  publisher: "test",
  file: name,
  sha256: name,
  rows: rows ?? [],
  records: records ?? [],
  reports: reports ?? [],
});

function storeOf(rows: Rows, revisions?: Partial<Rows>): Store {
  const store = openStore({ path: ":memory:" });
  // Sample data describes no publisher, so it is no leak, and its answers would hide those from rows.
  store.decisions.decide("sample", false, "2024-01-01");
  store.insertBatch(batch("first", rows), SEEN);
  if (revisions) store.insertBatch(batch("revised", revisions), REVISED);
  return store;
}

/** Members that say which row it is, or when it became public. */
const FIXED = /_ms$|^(height|amount_high|isChief|cik|year)$/;

/** The same document with other figures. They change by a few percent, because a larger step in a price looks like a split. */
function altered(value: unknown, random: Random): unknown {
  if (typeof value === "number") return Number((value * (0.96 + 0.08 * random())).toFixed(4));
  if (Array.isArray(value)) return value.map((one) => altered(one, random));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, FIXED.test(name) ? member : altered(member, random)]));
}

const isShown = (row: RecordRow, moment: number): boolean => (releaseOfRecord(row)?.at ?? moment) <= moment;

/** Changes what filings after the day state of a period, and adds one. */
function restated(body: StatedPeriod, last: IsoDate, random: Random): StatedPeriod {
  const stated = Object.fromEntries(
    Object.entries(body.stated).map(([metric, lists]) => {
      const known = lists[0]!.filter(([filed]) => filed <= last);
      const later: Vintage = [addDays(last, integer(random, 1, 60)), Math.round(1e8 * random()), "0000001234-24-999999", "10-K/A", "T"];
      return [metric, [[...known, ...(random() < 0.6 ? [later] : [])]]];
    }),
  );
  return { ...body, stated };
}

function otherRecords(records: readonly RecordRow[], moment: number, random: Random): RecordRow[] {
  const last = lastDayEndedBy(moment);
  return records.flatMap((row): RecordRow[] => {
    if (row.dataset === "statement" && isShown(row, moment)) return [{ ...row, body: restated(row.body as StatedPeriod, last, random) }];
    if (isShown(row, moment)) return [row];
    const what = random();
    return what < 0.35 ? [] : what < 0.75 && row.dataset !== "statement" ? [{ ...row, body: altered(row.body, random) as object }] : [row];
  });
}

/** Rows of symbols, keywords and days that no document had by the moment. */
function addedRecords(records: readonly RecordRow[], moment: number, random: Random): RecordRow[] {
  const hidden = records.filter((row) => !isShown(row, moment));
  return hidden.flatMap((row): RecordRow[] => {
    if (random() > 0.1) return [];
    const other = { ...row, key: `${row.key}x`, body: altered(row.body, random) as object };
    const isOfTicker = TICKERS.includes(row.entity);
    return row.dataset === "statement" ? [] : [isOfTicker && random() < 0.3 ? { ...other, entity: "NEWT" } : other];
  });
}

/** A store with these rows, and one in which the rows that became public after the moment are others: removed, altered, added, and revised. */
export function twoStores(rows: Rows, moment: number, random: Random): readonly [Store, Store] {
  const last = lastDayEndedBy(moment);
  const isPublic = (r: Rows["rows"][number]): boolean => releaseOfObservation(r.series, r.date, r.source).at <= moment;
  const others = rows.rows.flatMap((row) => {
    const what = random();
    if (isPublic(row)) return [row];
    return what < 0.3 ? [] : [{ ...row, value: what < 0.4 ? null : what < 0.8 && row.value !== null ? row.value * (0.5 + random()) : row.value }];
  });
  const newest = new Map(rows.rows.map((r) => [r.series, r]));
  const added = [...newest.values()].map((r) => ({ ...r, date: addDays(r.date, integer(random, 1, 300)), value: 1 + random(), published: undefined }));
  const reports = rows.reports.flatMap((report) => {
    const what = random();
    if (releaseOfHoldings(report).at <= moment) return [report];
    if (what < 0.3) return [];
    const holdings = report.holdings.map((h) => ({ ...h, shares: Math.round(h.shares * (0.5 + random())) }));
    return [{ ...report, holdings }];
  });
  const more = [...reports, ...reports].map((report, i) => ({
    ...report,
    accession: `0099${i}-later`,
    cik: `8${i}`,
    filed: addDays(last, integer(random, 1, 90)),
    // Later reports name another company for the same security.
    holdings: report.holdings.map((h) => ({ ...h, ticker: TICKERS[(TICKERS.indexOf(h.ticker ?? TICKERS[0]!) + 1) % TICKERS.length]! })),
  }));
  const revisions = {
    rows: rows.rows.filter((r) => isPublic(r) && random() < 0.2).map((r) => ({ ...r, value: (r.value ?? 1) * (0.5 + random()), published: undefined })),
    records: rows.records
      .filter((r) => r.dataset !== "statement" && r.dataset !== "filer" && isShown(r, moment) && random() < 0.1)
      .map((r) => ({ ...r, body: altered(r.body, random) as object })),
  };
  const b = {
    rows: [...others, ...added],
    records: [...otherRecords(rows.records, moment, random), ...addedRecords(rows.records, moment, random)],
    reports: [...reports, ...more],
  };
  return [storeOf(rows), storeOf(b, revisions)];
}

/** A moment near a day: its end in New York, or any second of it. */
export const momentNear = (day: IsoDate, random: Random): number => (random() < 0.4 ? endOfDay(day) : endOfDay(day) - integer(random, 0, 86_399) * 1000);

export const sessionOf = (day: IsoDate): IsoDate => (isSession(day) ? day : addDays(day, -2));
export const dayOf = (moment: number): IsoDate => isoOf(moment);
