import { isoOf, type IsoDate } from "../../contract/dates";

/**
 * The service's date. Rows dated later do not exist for any family. Quotas and keys use real time
 * (`realNow`), whatever the data's date is.
 */
export interface Clock {
  /** The service's date: the last day with data. */
  today(): IsoDate;
  /** The moment that an answer computed now describes, ISO 8601. */
  asOf(): string;
  /** Real time in milliseconds since 1970. */
  realNow(): number;
}

/** A clock fixed at the end of `asOf`, or one that follows `realNow` if `asOf` is undefined. */
export function createClock(asOf: IsoDate | undefined, realNow: () => number): Clock {
  return {
    today: () => asOf ?? isoOf(realNow()),
    asOf: () => (asOf ? `${asOf}T23:59:59Z` : `${new Date(realNow()).toISOString().slice(0, 16)}:00Z`),
    realNow,
  };
}
