import { groupedBy, smallest } from "../../../contract/lists";
import { shown } from "../../../contract/arguments";
import { isoOf } from "../../../contract/dates";
import { PERPETUALS, type Perpetual } from "../../../contract/vocabulary";
import { baseSymbol, type PublishedFunding, type Venue } from "../../records/crypto";
import type { RecordRow } from "../../records/record";
import { HOUR_MS } from "../../time/durations";
import type { Feed, FetchRequest, RequestContext } from "../publisher";
import { headOf, type JsonObject, requiredNumber, textIn } from "./read-json";
import { refuseFile } from "./text";

/** One settlement as stated. The rate is a fraction of the position. */
interface Settlement {
  readonly contract: string;
  readonly time: number;
  readonly rate: number;
}

/** Hours between settlements that venues use. A longer gap means that settlements are missing. */
const INTERVALS = [1, 2, 4, 8];
/** A rate above 100% an interval means that the columns have shifted. */
const MAX_RATE = 1;
const FIRST_MS = Date.UTC(2016, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

const gapHours = (a: number | undefined, b: number | undefined): number | undefined => {
  const hours = a === undefined || b === undefined ? Number.NaN : Math.round((b - a) / HOUR_MS);
  return INTERVALS.includes(hours) ? hours : undefined;
};

/** The interval of each settlement in hours, from the gaps to its neighbours, for venues that do not state it. Null if no gap shows it. */
function intervalsFromGaps(times: readonly number[]): (number | null)[] {
  return times.map((time, i) => {
    const gaps = [gapHours(times[i - 1], time), gapHours(time, times[i + 1])].filter((g) => g !== undefined);
    return gaps.length > 0 ? smallest(gaps) : null;
  });
}

/**
 * Turns settlements of one venue, in any order, into records. `interval` gives the hours at a time, if the venue has a rule; otherwise the gaps show them.
 *
 * @throws RefusedFile for an impossible contract, time or rate.
 */
function fundingRecords(venue: Venue, settlements: readonly Settlement[], interval?: (time: number) => number): RecordRow[] {
  for (const s of settlements) {
    if (!Number.isInteger(s.time) || s.time < FIRST_MS || s.time > LAST_MS)
      refuseFile(`expected a time in milliseconds, got ${s.time} for ${s.contract}; fetch it again`);
    if (Math.abs(s.rate) > MAX_RATE) refuseFile(`a funding rate of ${s.rate} for ${s.contract} is impossible; fetch it again`);
  }
  return [...groupedBy(settlements, ({ contract }) => contract)].flatMap(([contract, of]) => {
    const entity = baseSymbol(contract) ?? refuseFile(`expected the name of a perpetual, got ${shown(contract)}; fetch a perpetual`);
    const ordered = [...of].sort((a, b) => a.time - b.time);
    const hours = interval ? [] : intervalsFromGaps(ordered.map((s) => s.time));
    return ordered.map(({ time, rate }, i): RecordRow => {
      const date = isoOf(time);
      const interval_hours = interval ? interval(time) : (hours[i] ?? null);
      const body: PublishedFunding = { exchange: venue, contract, time_ms: time, rate_pct: Number((rate * 100).toPrecision(12)), interval_hours };
      return { dataset: "funding", entity, date, key: `${time} ${venue} ${contract}`, known: date, body, source: venue };
    });
  });
}

/** A venue's history of settled funding. */
interface FundingHistory extends Pick<Feed, "id" | "title" | "looksLike"> {
  readonly venue: Venue;
  /** How a reply begins. */
  readonly start: RegExp;
  /** The settlements of a reply. */
  readonly listOf: (bytes: Uint8Array, title: string) => readonly JsonObject[];
  /** The members of a settlement: its contract, its time in milliseconds and its rate. */
  readonly members: readonly [contract: string, time: string, rate: string];
  /** The hours between settlements at a time, if the venue has a rule. */
  readonly interval?: (time: number) => number;
  readonly requestOf: (coin: Perpetual, context: RequestContext) => Omit<FetchRequest, "part">;
}

export function fundingFeed({ venue, start, listOf, members: [contract, time, rate], interval, requestOf, ...feed }: FundingHistory): Feed {
  const { title } = feed;
  const settlementOf = (row: JsonObject): Settlement => ({
    contract: textIn(row, contract, title),
    time: requiredNumber(row, time, title),
    rate: requiredNumber(row, rate, title),
  });
  return {
    ...feed,
    recognises: ({ bytes }) => start.test(headOf(bytes, 800)),
    parse: ({ bytes }) => ({ records: fundingRecords(venue, listOf(bytes, title).map(settlementOf), interval) }),
    fetching: {
      schedule: { timeZone: "UTC", on: "daily", at: "00:10" },
      requests: (context) => PERPETUALS.map((coin) => ({ part: coin, ...requestOf(coin, context) })),
    },
  };
}
