import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { memoized } from "../../../contract/memoized";
import type { HoldingsReport } from "../../records/holdings";
import type { FindStored, PublishedRow, RecordRow } from "../../records/record";
import type { Observation, Observations } from "../../store/observations";

/** The document that a new one replaces: the previous one of the same part of a feed. */
export interface Replaced {
  readonly newest?: IsoDate | undefined;
  /** True if the replaced document is newer than the new one. */
  readonly isNewer: boolean;
}

/** One parsed document, as the checks see it. */
export interface ParsedDocument {
  /** Its name in messages: as typed, or the last part of the address. */
  readonly label: string;
  readonly rows: readonly PublishedRow[];
  readonly records?: readonly RecordRow[];
  readonly reports?: readonly HoldingsReport[];
  /** Its newest day, of any kind of row. */
  readonly newest?: IsoDate | undefined;
  /** Set for a part of a feed, even without a previous document. Undefined for a file that a person imports. */
  readonly replaces?: Partial<Replaced> | undefined;
}

/** Documents that are imported together, before anything is written. */
export interface IncomingDelivery {
  readonly documents: readonly ParsedDocument[];
  /** The day on which they were received. */
  readonly today: IsoDate;
  /** The stored rows of a series around the days of the delivery, oldest first, missing values included. */
  known(series: string): readonly Pick<Observation, "date" | "value" | "source">[];
  /** The newest stored day of a series with a value, at any date. */
  newest(series: string): IsoDate | undefined;
  /** The newest stored value of a series on or before a day. */
  newestUntil(series: string, day: IsoDate): { readonly date: IsoDate; readonly value: number } | undefined;
  /** Finds stored rows to compare records with. */
  readonly storedBefore: FindStored;
  /** True if the store has the first published value of this row's date, from an earlier vintage. */
  hasEarlierVintage(row: PublishedRow): boolean;
}

/** A finding of a check. `file` is the document. */
export interface Finding {
  readonly file?: string | undefined;
  readonly sentence: string;
}

/** Compares parsed rows with stored ones. Pure: it neither writes nor fetches. */
export type Check = (delivery: IncomingDelivery) => readonly Finding[];

/** A value without a stored one on its day is compared with the last one before it, at most this many days earlier. */
export const COMPARED_DAYS = 45;

export const rowsBySeries = (documents: readonly Pick<ParsedDocument, "rows">[]): ReadonlyMap<string, PublishedRow[]> =>
  groupedBy(
    documents.flatMap(({ rows }) => rows),
    (row) => row.series,
  );

/** The stored data to compare with. Undefined before there is a database. */
export type Stored = Pick<Observations, "between" | "latest" | "versions">;

const EVER: IsoDate = "9999-12-31";

/** Creates a delivery. Stored rows are read once per series, and only if a check needs them. */
export function deliveryOf(
  documents: readonly ParsedDocument[],
  today: IsoDate,
  stored: Stored | undefined,
  storedBefore: FindStored = () => undefined,
): IncomingDelivery {
  const rows = rowsBySeries(documents);
  const known = memoized((series: string): ReturnType<IncomingDelivery["known"]> => {
    const days = (rows.get(series) ?? []).map((r) => r.date).sort();
    const [first, last] = [days[0], days[days.length - 1]];
    return first === undefined || last === undefined ? [] : (stored?.between(series, addDays(first, -COMPARED_DAYS), last) ?? []);
  });
  return {
    documents,
    today,
    storedBefore,
    known,
    newest: (series) => stored?.latest(series, EVER, 1)[0]?.date,
    newestUntil: (series, day) => {
      const row = stored?.latest(series, day, 1)[0];
      return row?.value == null ? undefined : { date: row.date, value: row.value };
    },
    hasEarlierVintage: ({ series, date, published = 0 }) =>
      stored?.versions(series, date).some(({ basis, public: at }) => basis === "stated" && at < published) ?? false,
  };
}
