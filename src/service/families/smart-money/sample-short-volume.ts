import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { type Instrument, UNIVERSE } from "../../instruments/universe";
import type { ShortVolume } from "../../records/equities";
import type { StoredRecord } from "../../records/record";
import { sampleRow } from "../../sample/public-rows";
import { at, between, seedOf } from "../../sample/random";
import { lastSessions, sessionAt, sessionIndex, sessionOnOrAfter } from "../../time/calendar";
import { UNPRICED } from "../prices/sample";
import { sampleVolume } from "../short-interest/sample";

/** Symbols without sample prices have no sample short volume either, to show the reason in a cell. */
const isCovered = (i: Instrument): boolean => !UNPRICED.has(i.ticker);

/** The symbols with sample short volume. */
export const SHORT_VOLUME_SYMBOLS: readonly Instrument[] = UNIVERSE.filter(isCovered);

const OFF_EXCHANGE = 0.45;
const SESSIONS_A_MONTH = 21;
const SESSIONS_A_QUARTER = 63;
/** Share of unusual days. */
const SPIKE_SHARE = 0.06;

/** Off-exchange volume of the sessions from `from` to `to`, oldest first; none of a symbol that is not covered. */
export function sampleShortVolume(i: Instrument, from: IsoDate, to: IsoDate): StoredRecord<ShortVolume>[] {
  if (!isCovered(i)) return [];
  const seed = seedOf("short volume", i.ticker);
  const usual = between(0.4, 0.53, i.ticker, "short volume");
  const first = sessionIndex(sessionOnOrAfter(from));
  const days = lastSessions(to, sessionIndex(to) - first + 1);
  // The share count is read once a quarter.
  let [quarter, volume] = [Number.NaN, 0];
  return days.map((date, n) => {
    const session = first + n;
    const part = Math.floor(session / SESSIONS_A_QUARTER);
    if (part !== quarter) [quarter, volume] = [part, sampleVolume(i, sessionAt(part * SESSIONS_A_QUARTER)) * OFF_EXCHANGE];
    const total_volume = rounded(volume * (0.6 + 0.9 * at(seed, session, 1)));
    const spike = at(seed, session, 3) < SPIKE_SHARE ? 0.16 * Math.sign(at(seed, session, 4) - 0.4) : 0;
    const ratio = usual + 0.06 * (at(seed, Math.floor(session / SESSIONS_A_MONTH), 5) * 2 - 1) + 0.035 * (at(seed, session, 2) * 2 - 1) + spike;
    const short_volume = rounded(total_volume * ratio);
    return sampleRow(i.ticker, date, date, "", { short_volume, short_exempt_volume: rounded(short_volume * 0.01), total_volume, market: "B,Q,N" });
  });
}
