import { addDays, type IsoDate } from "../../contract/dates";

/** Off-exchange short sale volume of one symbol on one day, in shares. Short volume includes exempt volume. */
export interface ShortVolume {
  readonly short_volume: number;
  /** Null in files of 2009 and after, which do not count them. */
  readonly short_exempt_volume: number | null;
  readonly total_volume: number;
  /** The facilities that reported, such as `B,Q,N`. */
  readonly market: string;
}

/** One settlement of one symbol as published; null if not stated. */
export interface PublishedShortInterest {
  readonly name: string;
  readonly short_interest: number;
  readonly previous_short_interest: number | null;
  readonly avg_daily_volume: number | null;
  readonly days_to_cover: number | null;
  readonly days_to_cover_censored: boolean;
  readonly change_pct: number | null;
  readonly revised: boolean;
}

/** Body of a `split` record. Its date is the first session on the new share count. */
export interface StatedSplit {
  /** New shares for one old share: 10 for a 10-for-1 split, 0.05 for a 1-for-20 reverse split. */
  readonly ratio: number;
}

/** One split of a company. It took effect after the close of `after`, and on or before `by`. */
export interface Split {
  /** New shares for one old share. */
  readonly ratio: number;
  readonly after: IsoDate;
  readonly by: IsoDate;
  /** The operator's own list, restated figures or share counts in filings, or the step between close and adjusted close. */
  readonly from: "list" | "filings" | "adjusted closes";
}

/** The usual name of a split: `10-for-1`, `3-for-2`, `1-for-20`. */
export function splitInWords(ratio: number): string {
  for (let old = 1; old <= 20; old++) {
    const shares = ratio * old;
    if (Math.abs(shares - Math.round(shares)) < 1e-6 && Math.round(shares) > 0) return `${Math.round(shares)}-for-${old}`;
  }
  const old = 1 / ratio;
  return Math.abs(old - Math.round(old)) < 1e-6 ? `1-for-${Math.round(old)}` : `${Number(ratio.toPrecision(6))}-for-1`;
}

/** The same with its day, or with the days that it lies between: `10-for-1 split of 2024-06-10`. */
export const splitWithDay = ({ ratio, after, by }: Split): string =>
  `${splitInWords(ratio)} split ${addDays(after, 1) >= by ? `of ${by}` : `between ${after} and ${by}`}`;

/** One daily close in US dollars as traded, and the close adjusted for splits and dividends if the file has one. */
export interface Close {
  readonly date: IsoDate;
  readonly close: number;
  readonly adjusted?: number;
}
