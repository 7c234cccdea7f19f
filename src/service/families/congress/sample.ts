import { addDays, type IsoDate } from "../../../contract/dates";
import { sessionAt, sessionIndex, sessionOnOrAfter } from "../../time/calendar";
import { companyOf } from "../../sample/company";
import { sampleRow } from "../../sample/public-rows";
import { at, hash, seedOf } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";
import type { StoredRecord } from "../../records/record";
import type { DisclosedTrade } from "../../records/disclosed-trades";

/** The ranges of the disclosure form in US dollars, with the cumulative share of trades: most are in the first. */
const RANGES = [
  [0.75, 1_001, 15_000],
  [0.92, 15_001, 50_000],
  [0.965, 50_001, 100_000],
  [0.988, 100_001, 250_000],
  [0.996, 250_001, 500_000],
  [0.999, 500_001, 1_000_000],
  [1, 1_000_001, 5_000_000],
] as const;
const OWNERS = [null, "SP", "JT", "DC"] as const;
/** Sample members are numbered, so that no sample trade is attributed to a real person. */
const MEMBERS = 40;
/** Share of a stock's transactions that are exchanges, which are neither purchase nor sale. Shares of funds are not exchanged. */
const EXCHANGE_SHARE = 0.01;

/** Trades a session: more for larger companies and funds. */
function rateOf(i: Instrument): number {
  const { price, shares } = companyOf(i);
  const chance = hash(i.issuer, "congress rate");
  const value = price * shares;
  if (i.instrumentType === "etf") return value > 2e11 ? 0.1 + 0.1 * chance : 0.03 + 0.05 * chance;
  if (i.instrumentType !== "common") return 0.015 + 0.03 * chance;
  return value > 1e12 ? 0.16 + 0.1 * chance : value > 2e11 ? 0.08 + 0.06 * chance : 0.02 + 0.06 * chance;
}

/** Trades of the sessions from `from` to `to`, oldest first. `known` is the day of disclosure, which may be later than `to`. */
export function sampleDisclosures(i: Instrument, from: IsoDate, to: IsoDate): StoredRecord<DisclosedTrade>[] {
  const seed = seedOf(i.ticker, "congress");
  const rate = rateOf(i);
  const leaning = 0.25 + 0.5 * hash(i.issuer, "congress leaning");
  const found: StoredRecord<DisclosedTrade>[] = [];
  const last = sessionIndex(to);
  for (let session = sessionIndex(sessionOnOrAfter(from)); session <= last; session++) {
    if (at(seed, session, 1) >= rate) continue;
    const traded = sessionAt(session);
    const disclosed = sessionOnOrAfter(addDays(traded, 8 + Math.floor(38 * at(seed, session, 2))));
    const size = at(seed, session, 3);
    const [, amount_low, amount_high] = RANGES.find(([below]) => size < below) ?? RANGES[0];
    const kind = at(seed, session, 4);
    const side = kind < leaning ? "P" : at(seed, session, 5) < 0.3 ? "S (partial)" : "S";
    const document = `sample-${i.ticker}-${traded}`;
    const body: DisclosedTrade = {
      document,
      member: `Sample Member ${1 + Math.floor(MEMBERS * at(seed, session, 6))}`,
      state_district: null,
      owner: OWNERS[Math.floor(OWNERS.length * at(seed, session, 7))] ?? null,
      sub_holding: null,
      asset: `${i.name} (${i.ticker})`,
      asset_type: i.instrumentType === "etf" ? "EF" : "ST",
      type: i.instrumentType !== "etf" && at(seed, session, 8) < EXCHANGE_SHARE ? "E" : side,
      notification_date: addDays(traded, 2),
      amount_low,
      amount_high,
      filing_status: "New",
    };
    found.push(sampleRow(i.ticker, traded, disclosed, `${document}/1`, body));
  }
  return found;
}
