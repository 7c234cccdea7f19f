import { addDays, type IsoDate } from "../../../contract/dates";
import type { PublishedRow } from "../../records/published-row";
import type { Observation, Observations } from "../../store/observations";

/** The document that an incoming one replaces: the last one of the same part of a feed. */
export interface Replaced {
  readonly newest?: IsoDate | undefined;
  /** True if the incoming document is known to have come before it. */
  readonly isNewer: boolean;
}

/** What the checks know of one document that was parsed. */
export interface ParsedDocument {
  /** What sentences call it: the name as typed, or the last part of the address. */
  readonly label: string;
  readonly rows: readonly PublishedRow[];
  /** The newest day in it, of any kind of row. */
  readonly newest?: IsoDate | undefined;
  /** Set for a part of a feed, also where nothing is known of it yet; undefined for a file that a person brings. */
  readonly replaces?: Partial<Replaced> | undefined;
}

/** Documents that come in together, before anything of them is written. */
export interface Delivery {
  readonly documents: readonly ParsedDocument[];
  /** The day on which they came. */
  readonly today: IsoDate;
  /** What is stored of a series around the days of the delivery, oldest first, missing values included. */
  known(series: string): readonly Pick<Observation, "date" | "value" | "source">[];
  /** The newest day with a value that is stored of a series, wherever it lies. */
  newest(series: string): IsoDate | undefined;
}

/** What a check found; `file` is the document that it is about. */
export interface Finding {
  readonly file?: string;
  readonly sentence: string;
}

/** Looks at parsed rows and what is stored. Pure: it writes nothing and asks nobody. */
export type Check = (delivery: Delivery) => readonly Finding[];

/** A value without a stored one on its day is compared with the last one before it, if that is no older. */
export const COMPARED_DAYS = 45;

export function rowsBySeries(documents: readonly Pick<ParsedDocument, "rows">[]): ReadonlyMap<string, PublishedRow[]> {
  const found = new Map<string, PublishedRow[]>();
  for (const { rows } of documents)
    for (const row of rows) {
      const of = found.get(row.series);
      if (of) of.push(row);
      else found.set(row.series, [row]);
    }
  return found;
}

/** What a delivery is compared with; nothing before there is a database. */
export type Stored = Pick<Observations, "between" | "latest">;

const EVER: IsoDate = "9999-12-31";

/** Documents beside what is stored, which is read once a series, and only if a check looks at it. */
export function deliveryOf(documents: readonly ParsedDocument[], today: IsoDate, stored: Stored | undefined): Delivery {
  const rows = rowsBySeries(documents);
  const found = new Map<string, ReturnType<Delivery["known"]>>();
  const around = (series: string): ReturnType<Delivery["known"]> => {
    const days = (rows.get(series) ?? []).map((r) => r.date).sort();
    const [first, last] = [days[0], days[days.length - 1]];
    return first === undefined || last === undefined ? [] : (stored?.between(series, addDays(first, -COMPARED_DAYS), last) ?? []);
  };
  return {
    documents,
    today,
    known: (series) => {
      const known = found.get(series) ?? around(series);
      found.set(series, known);
      return known;
    },
    newest: (series) => stored?.latest(series, EVER, 1)[0]?.date,
  };
}
