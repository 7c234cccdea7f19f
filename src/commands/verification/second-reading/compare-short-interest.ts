import type { ShortInterestReading } from "../../../second-reading/reading";
import type { RecordRow } from "../../../service/records/record";
import type { PublishedShortInterest } from "../../../service/records/short-interest";
import type { Tally } from "./difference";

/** The ceiling that FINRA prints for days to cover without volume. */
const CEILING = 999.99;
/** Symbols of the exchanges' tests. */
const TEST_SYMBOL = /^(Z[A-Z]*ZZT|[A-Z]*TEST[A-Z]*)(\.|$)/;

/** A symbol without the point before its class: files write BRK.B and BRKB. */
const joined = (symbol: string): string => symbol.replace(/\./g, "");

/** Compares the lines of a short-interest file with the service's rows. Of several lines of one symbol the revised one counts. */
export function compareShortInterest(readings: readonly ShortInterestReading[], rows: readonly RecordRow[], tally: Tally): void {
  const counting = new Map<string, ShortInterestReading>();
  for (const one of readings) {
    const key = `${joined(one.symbol)} ${one.settlement}`;
    if (one.revised || !counting.get(key)?.revised) counting.set(key, one);
  }
  const left = new Map(rows.filter((row) => row.dataset === "short_interest").map((row) => [`${joined(row.entity)} ${row.date}`, row]));
  for (const [key, one] of counting) {
    const row = left.get(key);
    left.delete(key);
    const { symbol, settlement, line } = one;
    if (!row) {
      if (!TEST_SYMBOL.test(symbol)) tally.differs(`${symbol} on ${settlement} is in a second reading only`, line);
      continue;
    }
    const body = row.body as PublishedShortInterest;
    const isCensored = one.daysToCover === CEILING;
    const of = `of ${symbol} on ${settlement}`;
    tally.equal(`the short interest ${of}`, one.short, body.short_interest, line);
    tally.equal(`the previous short interest ${of}`, one.previous, body.previous_short_interest, line);
    tally.equal(`the average volume ${of}`, one.averageVolume, body.avg_daily_volume, line);
    tally.equal(`days to cover ${of}`, isCensored ? undefined : one.daysToCover, body.days_to_cover, line);
    tally.equal(`the ceiling of days to cover ${of}`, isCensored, body.days_to_cover_censored, line);
    tally.equal(`the change ${of}`, one.changePercent, body.change_pct, line);
    tally.equal(`the revision ${of}`, one.revised, body.revised, line);
  }
  for (const { entity, date } of left.values()) tally.differs(`the service has ${entity} on ${date}, a second reading does not`);
}
