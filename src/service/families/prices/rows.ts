import type { IsoDate } from "../../../contract/dates";

/** One daily close as traded: not adjusted for splits or dividends, in US dollars. */
export interface Close {
  readonly date: IsoDate;
  readonly close: number;
}
