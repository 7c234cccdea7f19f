import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "../attribution";

import type { RecordRow } from "../store/records";
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

/** One document as it came: the bytes of a file or of a reply, with what is known of where it came from. */
export interface Document {
  /** The file's name, or the last part of the address. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the publisher said of the moment at which it changed, where it did: ISO day. */
  readonly published?: IsoDate;
}

/** What a document holds, in the store's own forms. */
export interface Parsed {
  /** What a person calls the document: `the Treasury's daily par yield curve`. */
  readonly title: string;
  readonly rows: readonly PublishedRow[];
  readonly records: readonly RecordRow[];
}

/** One request that is to be sent; the answer is a document of the feed. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is replaced when it comes anew: a year's table, a company's facts. Conditional requests go by it. */
  readonly part: string;
  /** Statuses by which this publisher says that there is no such document, which is no failure: a day without one. */
  readonly absent?: readonly number[];
}

/** When new data appears, in the publisher's own time; a feed is due once after each. */
export interface Schedule {
  readonly timeZone: string;
  /** `daily` every day, `business` Monday to Friday, a weekday (0 Sunday … 6 Saturday), or a day of the month. */
  readonly on: "daily" | "business" | { readonly weekday: number } | { readonly dayOfMonth: number };
  /** `HH:MM`, a little after the publisher's own hour. */
  readonly at: string;
}

/** What is known when a feed decides what to ask for. */
export interface Asking {
  readonly today: IsoDate;
  /** The newest observation that is kept of what this feed serves. */
  readonly newest: IsoDate | undefined;
  /** Tickers that the operator asked for, where the feed goes by company; undefined for all that it knows. */
  readonly tickers?: readonly string[];
  /** The CIK of each of these tickers, where the SEC's list of tickers is there and has it. */
  readonly ciks?: ReadonlyMap<string, string>;
  /** Such as the contact that a publisher wants in the User-Agent. Never a key that is stored. */
  readonly settings: Readonly<Record<string, string>>;
}

/** One kind of document of a publisher. Parsing is pure: bytes in, rows out. */
export interface Feed {
  /** Unique over all publishers: `treasury.par-yield-curve`. */
  readonly id: string;
  readonly title: string;
  /** What the document's beginning looks like, for the sentence that says what would have been taken. */
  readonly looksLike: string;
  /** True where the bytes are this feed's kind of document, by their beginning and the file's name; what is wrong further on is for `parse` to refuse. */
  recognises(document: Document): boolean;
  /** @throws RefusedFile for anything that it does not know: an unknown column, half a document, another unit. It never guesses. */
  parse(document: Document): Parsed;
  /** How it is fetched; undefined for documents that a person downloads. */
  readonly fetching?: {
    readonly schedule: Schedule;
    /** What to ask for now; none where something that it needs is not set, which `missing` says. */
    requests(asking: Asking): readonly FetchRequest[];
    readonly missing?: (asking: Asking) => string | undefined;
  };
}

/** Under which terms a publisher's data may be used. */
export interface Terms {
  /** `public domain`, `CC BY 4.0`, … */
  readonly licence: string;
  /** Where the terms stand. */
  readonly url: string;
  /** What an operator has to know before turning it on, in a few sentences; printed by `data -- enable`. */
  readonly text: string;
  /** May be on without anybody having read them: public domain, or reuse with a notice. */
  readonly defaultOn: boolean;
}

export interface Publisher {
  readonly id: string;
  readonly name: string;
  readonly terms: Terms;
  readonly feeds: readonly Feed[];
  /** Least milliseconds between two requests to it, and headers that each carries. */
  readonly politeness: { readonly msBetween: number; readonly headers?: Readonly<Record<string, string>> };
}
