import type { IsoDate } from "../../contract/dates";
import type { IndexedFiling } from "../records/filings";
import type { HoldingsReport } from "../records/holdings";
import type { LargeDocument, Piece } from "../records/large-document";
import { PUBLISHER_SOURCES, type PublisherSource, type Terms } from "../records/attribution";
import type { Dataset, FindStored, PublishedRow, RecordRow } from "../records/record";
import type { TableLine, TextTable } from "./reading/table";

/** The layout of one kind of file: how to recognise its first line and read its rows. */
export interface Layout {
  /** The file's name in messages: "the Treasury's daily par yield curve". */
  readonly title: string;
  /** The first line, shortened, for the message that lists what can be imported. */
  readonly header: string;
  /** True if the first line belongs to this layout. Unknown columns are refused later, by `read`. */
  recognises(first: TableLine): boolean;
  /** @throws RefusedFile at the first line that does not fit. No rows are returned then. */
  read(table: TextTable): PublishedRow[];
}

/** One document as received: the bytes of a file or a reply, and where it came from. */
export interface Document {
  /** The file's name, or the last part of the address. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The day on which the publisher says that it changed, if it says so. */
  readonly published?: IsoDate;
  /** The day on which it was received, for documents without a date: a list of contracts, an order book. */
  readonly seen?: IsoDate;
  /** The moment at which it was received, in milliseconds since 1970. */
  readonly received?: number;
}

/** The rows of one document, as the store takes them. */
export interface Parsed {
  /** The document's name in messages: `the Treasury's daily par yield curve`. By default the title of its feed. */
  readonly title: string;
  readonly rows: readonly PublishedRow[];
  readonly records: readonly RecordRow[];
  /** Institutions' reports of holdings. They have their own table. */
  readonly reports?: readonly HoldingsReport[];
}

/** A list that is read page by page, because each page names the next one. What is kept of all pages is one document. */
export interface Pages {
  /** The most pages that are read. */
  readonly most: number;
  /** The address of the page after this one; undefined after the last. */
  next(page: Uint8Array): string | undefined;
  /** What is kept of one more page beside what is kept already, in the form of a page. `kept` is undefined for the first page. */
  join(kept: Uint8Array | undefined, page: Uint8Array): Uint8Array;
}

/** One request. Its reply is a document of the feed. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Identifies what a later reply replaces: a year's table, a company's facts. Conditional requests are matched by it. */
  readonly part: string;
  /** The document's name; by default the last part of the address. */
  readonly name?: string;
  /** Statuses that mean "no such document" at this publisher, such as a holiday. They are not failures. */
  readonly absentStatuses?: readonly number[];
  /** Other addresses for the same document, tried in turn if the first has none. */
  readonly fallbackUrls?: readonly string[];
  /** True for a document that never changes: fetched until it arrives, then never again. A refused one is fetched again after an update of the service. */
  readonly once?: boolean;
  /** Reads only this many bytes from the start. */
  readonly firstBytes?: number;
  /** The reply is the first page of a list. */
  readonly pages?: Pages;
  /** Too large for memory; the feed's `large` reads it. */
  readonly large?: boolean;
}

/** A filing from the SEC's lists, to be fetched by its accession number. */
export interface ListedFiling extends Pick<IndexedFiling, "cik" | "accession" | "form"> {
  readonly filed: IsoDate;
}

/** When new data appears, in the publisher's time zone. A feed is due once after each time. */
export interface Schedule {
  readonly timeZone: string;
  /**
   * `daily`; `business` (Monday to Friday); a weekday (0 Sunday … 6 Saturday); a day of the month; or an interval in minutes (in UTC), for sources that keep
   * only the last days.
   */
  readonly on: "daily" | "business" | { readonly weekday: number } | { readonly dayOfMonth: number } | { readonly everyMinutes: number };
  /** `HH:MM`, shortly after the publisher's own time. With `everyMinutes`: the first time of a day. */
  readonly at: string;
}

/** A keyword to fetch counts for, and the recent days that already have some. */
export interface RequestedKeyword {
  readonly keyword: string;
  readonly storedDays: ReadonlySet<IsoDate>;
}

/** An open market whose order book is sampled: its id, and the venue's name of the book. */
export interface BusyMarket {
  readonly id: string;
  readonly book: string;
}

/** What a feed uses to decide which requests to send. */
export interface RequestContext {
  readonly today: IsoDate;
  /** The day from which to fetch: the newest stored observation of this feed, less an overlap. Undefined before the first complete update. */
  readonly newest: IsoDate | undefined;
  /** Tickers that the operator named, for feeds that are fetched company by company. Undefined for all known ones. */
  readonly tickers?: readonly string[];
  /** Keywords from cells or from the operator, for feeds that are fetched by keyword. */
  readonly keywords?: readonly RequestedKeyword[];
  /** The CIK of each of these tickers, as far as the stored list of tickers has it. */
  readonly ciks?: ReadonlyMap<string, string>;
  /** Filings in the store: of one filer, or, without an argument, all filings of offerings from the SEC's daily lists. */
  readonly filings?: (cik?: string) => readonly ListedFiling[];
  /** The stored open markets of a venue whose order books are sampled, the busiest first. */
  readonly busiestMarkets?: (venue: "polymarket" | "kalshi") => readonly BusyMarket[];
  /** True if this `once` document has been fetched. */
  readonly isDone?: (part: string) => boolean;
  /** For example the contact for the User-Agent. Never a stored key. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A row of a list, and the line that states it. */
export interface ListedRow {
  readonly row: RecordRow;
  readonly line: number;
}

/** Some rows of a list in their order, with the bytes read so far. */
export interface ListPart {
  readonly rows: readonly ListedRow[];
  readonly done: number;
}

/** One kind of document of a publisher. Parsing is pure. */
export interface Feed {
  /** Unique; begins with the publisher's id: `treasury.par-yield-curve`. */
  readonly id: string;
  readonly title: string;
  /** How the document begins, for the message that lists what can be imported. */
  readonly looksLike: string;
  /** True if the bytes or the file name identify this kind of document. Errors further on are refused by `parse`. */
  recognises(document: Document): boolean;
  /**
   * Parses the document, with stored data for what it does not contain. Rows or records that no document of the feed has are left out.
   *
   * @throws RefusedFile for anything unknown: a column, a unit, a truncated document. It never guesses.
   */
  parse(document: Document, findStored?: FindStored): Partial<Parsed>;
  /** For documents too large for memory. Pure, and refuses in the same way. */
  readonly large?: {
    recognises(document: LargeDocument): boolean;
    pieces(document: LargeDocument): Iterable<Piece>;
  };
  /**
   * For a list of any length with one record per line: only some of its rows are in memory at once. Its datasets have no check that compares rows of one list.
   */
  readonly list?: {
    /** Reads the list from its start. @throws RefusedFile as `parse`, except for what two lines state. */
    parts(document: Pick<LargeDocument, "read">, when: Pick<Document, "seen" | "received">): Iterable<ListPart>;
    /** The refusal of two lines about one thing that differ. Equal lines count once. */
    twice(before: RecordRow, row: RecordRow): string;
  };
  /** How it is fetched; undefined for documents that a person downloads. */
  readonly fetching?: {
    readonly schedule: Schedule;
    /** Fetched only with `--bulk`: it is very large, and other feeds bring the same data over time. */
    readonly onDemand?: boolean;
    /** For feeds fetched by keyword: the part of a keyword's newest document. A keyword without that part is new, and due at once. */
    readonly partOfKeyword?: (keyword: string) => string;
    /**
     * For samples of a changing state: each reply is a new observation, also if it equals the previous one. Its documents have this name, and are removed with their
     * rows of this dataset after some days.
     */
    readonly sampled?: { readonly document: string; readonly dataset: Dataset; readonly days: number };
    /** The feeds whose lists its requests come from. If nothing new is listed, its data is confirmed as of the time of these lists. */
    readonly listedBy?: readonly string[];
    /** The requests to send now; none if a setting is missing, as explained by `missing`. */
    requests(context: RequestContext): readonly FetchRequest[];
    readonly missing?: (context: RequestContext) => string | undefined;
  };
}

export interface Publisher {
  readonly id: string;
  readonly name: string;
  readonly terms: Terms;
  readonly feeds: readonly Feed[];
  /**
   * The number of the rules by which its documents are read, 0 by default. Raised when the same document gives other rows: then a store with rows of a lower number
   * is announced, and `data -- rebuild` reads its documents again.
   */
  readonly rules?: number;
  /** Publishers whose stored data its documents need, such as prices to value amounts. Its rows are rebuilt after theirs. */
  readonly dependsOn?: readonly string[];
  /** Feeds of other publishers  whose files `import` also accepts under this name, and the refusal of a file that no feed recognises. */
  readonly importing?: { readonly also: readonly Feed[]; readonly refuseUnknown: (document: Document) => never };
  /** Fetched while a cell waits, because its terms forbid storing anything. It has no feeds. */
  readonly live?: true;
  /** The minimum interval between two requests, in milliseconds. */
  readonly msBetween: number;
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A publisher whose terms are declared with its source. */
export const createPublisher = (facts: Omit<Publisher, "terms"> & { readonly id: PublisherSource }): Publisher => ({
  ...facts,
  terms: PUBLISHER_SOURCES[facts.id],
});
