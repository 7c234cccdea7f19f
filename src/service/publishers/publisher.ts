import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../attribution";

import type { Line, Table } from "./table";

/** One observation as a file states it, in the series' own unit. `value: null` is one that the publisher lists as missing (a holiday). */
export interface PublishedRow {
  readonly series: string;
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
}

/** One layout of a publisher's file: how its first line is told from others, and how its rows are read. */
export interface Layout {
  /** Name of the publisher in the log of imports. */
  readonly publisher: string;
  /** What a person calls the file, for sentences: "the Treasury's daily par yield curve". */
  readonly title: string;
  /** The first line in short, for the sentence that says what would have been taken. */
  readonly header: string;
  /** True where the first line is this layout's; a column that is not known is for `read` to refuse by name. */
  recognises(first: Line): boolean;
  /** @throws RefusedFile at the first line that does not fit; no row is handed out then. */
  read(table: Table): PublishedRow[];
}
