import type { IsoDate } from "../../contract/dates";

/** One daily close in US dollars as traded, and the one adjusted for splits and dividends where the file has it. */
export interface Close {
  readonly date: IsoDate;
  readonly close: number;
  readonly adjusted?: number;
}
