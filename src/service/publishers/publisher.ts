import type { IsoDate } from "../../contract/dates";
import type { HoldingsReport } from "../records/holdings";
import type { LargeDocument, Piece } from "../records/large-document";
import type { PublishedRow } from "../records/published-row";
import type { Dataset, RecordRow } from "../records/record";
import type { Line, Table } from "./reading/table";

/** One layout of a publisher's file: how its first line is told from others, and how its rows are read. */
export interface Layout {
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
  /** The day on which it came here, for what states no day of its own: a list of contracts, the state of an order book. */
  readonly seen?: IsoDate;
}

/**
 * What is kept already, for documents that state only a part: the price that an amount is valued with, the size of a contract. Gives the newest row of an
 * entity on or before the day; undefined where there is none.
 */
export type Known = <T>(dataset: Dataset, entity: string, day: IsoDate) => { readonly date: IsoDate; readonly body: T } | undefined;

/** What a document holds, in the store's own forms. */
export interface Parsed {
  /** What a person calls the document: `the Treasury's daily par yield curve`. */
  readonly title: string;
  readonly rows: readonly PublishedRow[];
  readonly records: readonly RecordRow[];
  /** Institutions' reports of holdings, which are kept in a table of their own. */
  readonly reports?: readonly HoldingsReport[];
}

/** One request that is to be sent; the answer is a document of the feed. */
export interface FetchRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is replaced when it comes anew: a year's table, a company's facts. Conditional requests go by it. */
  readonly part: string;
  /** What the document is called where its address does not say what it holds; the last part of the address if left out. */
  readonly name?: string;
  /** Statuses by which this publisher says that there is no such document, which is no failure: a day without one. */
  readonly absent?: readonly number[];
  /** Other addresses at which the publisher has had such documents; asked in turn where there is none at the first. */
  readonly elsewhere?: readonly string[];
  /** Never changes once it is there: asked for until it came, and then never again. One that is refused is asked for again by a later version of the service. */
  readonly once?: boolean;
  /** Only so many bytes from its beginning are taken: what is read of it stands there. */
  readonly beginning?: number;
  /** Too large to be held as a whole; the feed reads it by `large`. */
  readonly large?: boolean;
}

/** A filing that the SEC lists and that is to be fetched by its number. */
export interface ListedFiling {
  readonly cik: string;
  readonly accession: string;
  readonly form: string;
  readonly filed: IsoDate;
}

/** When new data appears, in the publisher's own time; a feed is due once after each. */
export interface Schedule {
  readonly timeZone: string;
  /**
   * `daily` every day, `business` Monday to Friday, a weekday (0 Sunday … 6 Saturday), a day of the month, or all day long in steps of so many minutes, for
   * sources that keep the last days only; these count in UTC.
   */
  readonly on: "daily" | "business" | { readonly weekday: number } | { readonly dayOfMonth: number } | { readonly everyMinutes: number };
  /** `HH:MM`, a little after the publisher's own hour; of steps the first one of a day. */
  readonly at: string;
}

/** A keyword that counts are wanted of, with the days of the last weeks that some are kept of. */
export interface AskedKeyword {
  readonly keyword: string;
  readonly kept: ReadonlySet<IsoDate>;
}

/** What is known when a feed decides what to ask for. */
export interface Asking {
  readonly today: IsoDate;
  /** The newest observation that is kept of what this feed serves. */
  readonly newest: IsoDate | undefined;
  /** Tickers that the operator asked for, where the feed goes by company; undefined for all that it knows. */
  readonly tickers?: readonly string[];
  /** Keywords that cells have asked for, or that the operator names; where the feed goes by keyword. */
  readonly keywords?: readonly AskedKeyword[];
  /** The CIK of each of these tickers, where the SEC's list of tickers is there and has it. */
  readonly ciks?: ReadonlyMap<string, string>;
  /** Filings that the store lists: of one filer, or, without one, of offerings by anybody, as the SEC's daily lists have them. */
  readonly filings?: (cik?: string) => readonly ListedFiling[];
  /** True where this part, which is asked for once, has come. */
  readonly isDone?: (part: string) => boolean;
  /** Such as the contact that a publisher wants in the User-Agent. Never a key that is stored. */
  readonly settings: Readonly<Record<string, string>>;
}

/** One kind of document of a publisher. Parsing is pure: bytes in, rows out. */
export interface Feed {
  /** Unique over all publishers, begins with its own: `treasury.par-yield-curve`. */
  readonly id: string;
  readonly title: string;
  /** What the document's beginning looks like, for the sentence that says what would have been taken. */
  readonly looksLike: string;
  /** True where the bytes are this feed's kind of document, by their beginning and the file's name; what is wrong further on is for `parse` to refuse. */
  recognises(document: Document): boolean;
  /**
   * Of the document alone, and, where that states only a part, of what is known already.
   *
   * @throws RefusedFile for anything that it does not know: an unknown column, half a document, another unit. It never guesses.
   */
  parse(document: Document, known?: Known): Parsed;
  /** For documents too large to be held as a whole. Pure as `parse` is, and refuses in the same way. */
  readonly large?: {
    recognises(document: LargeDocument): boolean;
    pieces(document: LargeDocument): Iterable<Piece>;
  };
  /** How it is fetched; undefined for documents that a person downloads. */
  readonly fetching?: {
    readonly schedule: Schedule;
    /** Asked for only where the operator says so with every update (`--bulk`): it is very large, and others bring the same by and by. */
    readonly onDemand?: boolean;
    /** Goes by the keywords that cells ask for: the part that the newest document of one is. A keyword without it is new, and due at once. */
    readonly partOfKeyword?: (keyword: string) => string;
    /** The feeds of lists that its requests come from: that nothing new is listed says something as of the moment at which these came, and no later. */
    readonly listedBy?: readonly string[];
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
  /** What must be said when quoting it. Left out for files of the operator's own, whose rows are of the source "user". */
  readonly attribution?: string;
  readonly terms: Terms;
  readonly feeds: readonly Feed[];
  /** Feeds of other publishers whose files `import` takes under this name as well, and how a file is refused that none of all these knows. */
  readonly importing?: { readonly also: readonly Feed[]; readonly refuseUnknown: (document: Document) => never };
  /** Asked while a cell waits, because its terms forbid to keep anything: it has no feed, and nothing of it is fetched or imported. */
  readonly live?: true;
  /** Least milliseconds between two requests to it, and headers that each carries. */
  readonly politeness: { readonly msBetween: number; readonly headers?: Readonly<Record<string, string>> };
}
