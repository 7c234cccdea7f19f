import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";

/** One observation as a file states it, in the series' own unit. `value: null` is one that the publisher lists as missing (a holiday). */
export interface PublishedRow {
  readonly series: string;
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
}
