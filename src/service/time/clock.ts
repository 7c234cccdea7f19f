import { isoOf, type IsoDate } from "../../contract/dates";

/**
 * The service's date, which every family counts back from: rows dated later do not exist. Quotas and keys run on real time
 * (`realNow`), whatever the data's date is.
 */
export interface Clock {
  /** The last day that exists. */
  today(): IsoDate;
  /** Freshness of a snapshot read now, ISO 8601. */
  asOf(): string;
  /** Milliseconds of real time. */
  realNow(): number;
}

/** A clock fixed at the end of `asOf`, or, without it, one that follows `realNow`. */
export function createClock(asOf: IsoDate | undefined, realNow: () => number): Clock {
  return {
    today: () => asOf ?? isoOf(realNow()),
    asOf: () => (asOf ? `${asOf}T23:59:59Z` : `${new Date(realNow()).toISOString().slice(0, 16)}:00Z`),
    realNow,
  };
}
