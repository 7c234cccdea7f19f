import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";

/** One observation as stated in a file, in the series' unit. `value: null` means that the publisher lists it as missing (a holiday). */
export interface PublishedRow {
  readonly series: string;
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
  /** When its publisher published this value, in milliseconds since 1970, if the document states it. Then a date may have several values. */
  readonly published?: number;
  /** The document's oldest vintage has this value, but did not publish it first. */
  readonly olderThanFile?: true;
}
