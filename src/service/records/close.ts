import type { IsoDate } from "../../contract/dates";

/** One daily close in US dollars as traded, and the close adjusted for splits and dividends if the file has one. */
export interface Close {
  readonly date: IsoDate;
  readonly close: number;
  readonly adjusted?: number;
}
