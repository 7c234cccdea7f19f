import type { IsoDate } from "../../contract/dates";
import { publisherOf } from "../publishers/all";
import type { Document, Feed, Parsed } from "../publishers/publisher";
import { nearestLayout } from "../publishers/reading/layout-feed";
import { headOf } from "../publishers/reading/read-json";
import { NothingServed, RefusedFile, refuseFile } from "../publishers/reading/text";
import type { FindStored, PublishedRow, RecordRow, StoredRecord } from "../records/record";
import type { Batch, RowCounts } from "../store/insert-batches";
import type { Observations } from "../store/observations";
import type { Records } from "../store/records";
import type { Store } from "../store/store";
import { type CheckNotice, type Operation, runChecks } from "./checks/checks";
import { deliveryOf, type ParsedDocument, rowsBySeries } from "./checks/delivery";

/** The changes of one series by an import, in days. */
export interface SeriesImport extends RowCounts {
  readonly series: string;
  /** True if the series had only sample rows until now. */
  readonly newlyPublished: boolean;
}

export interface Imported {
  readonly series: readonly SeriesImport[];
  /** The changes of records, over all files. */
  readonly records: RowCounts;
  /** New values with a stated moment of publication, which may be earlier than the served one. */
  readonly placed: number;
}

/**
 * Writes files. Returns the changes of each series, in the order of the files. They are counted from what is served before and after, so they are right for any
 * rule about blanks.
 */
function importFiles({ observations, insertBatches }: Pick<Store, "observations" | "insertBatches">, files: readonly Batch[], seen: string): Imported {
  const before = [...rowsBySeries(files)].map(([series, rows]) => {
    const days = new Set(rows.map(({ date }) => date));
    return { series, days, then: served(observations, series, days), newlyPublished: !observations.isPublished(series) };
  });
  const results = insertBatches(files, seen);
  const records = results.reduce(
    (sum, { records: r }) => ({ added: sum.added + r.added, changed: sum.changed + r.changed, unchanged: sum.unchanged + r.unchanged }),
    { added: 0, changed: 0, unchanged: 0 },
  );
  const series = before.map(({ series, days, then, newlyPublished }) => {
    const now = [...served(observations, series, days)];
    const added = now.filter(([date]) => !then.has(date)).length;
    const changed = now.filter(([date, value]) => then.has(date) && then.get(date) !== value).length;
    return { series, added, changed, unchanged: now.length - added - changed, newlyPublished };
  });
  return { series, records, placed: results.reduce((sum, { placed }) => sum + placed, 0) };
}

function served(observations: Observations, series: string, days: ReadonlySet<IsoDate>): Map<IsoDate, PublishedRow["value"]> {
  const sorted = [...days].sort();
  const rows = observations.between(series, sorted[0] ?? "", sorted[sorted.length - 1] ?? "");
  return new Map(rows.filter((o) => days.has(o.date)).map((o) => [o.date, o.value]));
}

/**
 * The only way to import data. Import, update (also for `start --live`), rebuild and forget pass their documents through these steps, in this order: recognise,
 * parse, check, write. Writing stores the rows and the log entry in one transaction. Documents too large for memory take the same steps piece by piece:
 * ingest-large.
 */

/** A document to import. */
export interface Incoming {
  /** Its name in messages: as typed, or the last part of the address. */
  readonly label: string;
  readonly document: Document;
  readonly sha256: string;
  /** The feeds that may recognise it, and the refusal if none does. */
  readonly feeds: readonly Feed[];
  readonly refuseUnknown?: ((document: Document) => never) | undefined;
  readonly replaces?: ParsedDocument["replaces"];
  /** Its number in the import log; only if its rows are rebuilt. */
  readonly id?: number;
  /** The time as of which its rows are confirmed; by default the start of the day on which it was received. */
  readonly confirmed?: string;
}

/** When a document was received: ISO 8601 in UTC, or a day of unknown hour. */
export const whenReceived = (received: string): Pick<Document, "seen" | "received"> => ({
  seen: received.slice(0, 10),
  ...(received.includes("T") ? { received: Date.parse(received) } : {}),
});

type ReadDocument = Parsed & { readonly feed: Feed };

/** A parsed document, not written yet. */
export interface IncomingRows extends ReadDocument, Omit<ParsedDocument, "records"> {
  readonly incoming: Incoming;
}

/** The publisher of a feed: its id up to the point. */
export const publisherIn = (feed: Pick<Feed, "id">): string => feed.id.slice(0, feed.id.indexOf("."));

/** Creates the lookup of stored data for parsers. */
export const findStoredIn =
  ({ latest }: Pick<Records, "latest">): FindStored =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) =>
    latest<T>(dataset, entity, day, 1)[0];

/** Extends the lookup with rows of documents that are imported together and are not stored yet. */
export const withDocuments =
  (findStored: FindStored, rows: readonly RecordRow[]): FindStored =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) => {
    const newest = rows
      .filter((r) => r.dataset === dataset && r.entity === entity && r.date <= day && r.known <= day)
      .reduce<Pick<StoredRecord<T>, "date" | "body"> | undefined>((a, r) => (!a || r.date >= a.date ? { date: r.date, body: r.body as T } : a), undefined);
    const before = findStored<T>(dataset, entity, day);
    return newest && (!before || newest.date >= before.date) ? newest : before;
  };

/** Characters of an unknown document that a message quotes. */
const QUOTED = 60;

/** Says in one sentence what an unknown document is like: the one kind of the publisher's documents that is the nearest, or none. */
function otherDocument(feeds: readonly Feed[], { bytes }: Document): string {
  const head = headOf(bytes).trim();
  if (head === "") return "the document is empty; download it again";
  if (/^<(!doctype html|html|head|body)/i.test(head))
    return "this is a web page, not a document of this publisher: the site may have returned an error or a login page; try again later";
  if (head.startsWith("PK\u0003\u0004")) return "this is a zip archive or a workbook; unpack it and import the file in it, or save the sheet as CSV";
  const nearest = feeds.length === 1 ? feeds[0] : nearestLayout(feeds, ({ looksLike, title }) => `${looksLike} ${title}`, head);
  const got = `got a document that begins with ${JSON.stringify(head.slice(0, QUOTED))}`;
  return nearest
    ? `expected ${feeds.length === 1 ? "" : "for example "}${nearest.title} (begins with ${nearest.looksLike}), ${got}; check that it is the right one`
    : `expected a document of this publisher, ${got}; check that it is the right one (docs/data.md, "Which files you can import")`;
}

/** Steps 1 and 2 for one document: finds the feed that recognises it, and parses it. @throws RefusedFile from the feed, or if none recognises it. */
export function parseByFeed(feeds: readonly Feed[], document: Document, findStored?: FindStored, refuseUnknown?: Incoming["refuseUnknown"]): ReadDocument {
  const feed = feeds.find((f) => f.recognises(document)) ?? refuseUnknown?.(document) ?? refuseFile(otherDocument(feeds, document));
  return { feed, title: feed.title, rows: [], records: [], ...feed.parse(document, findStored) };
}

/** Step 2: parses one document, with the rows of the documents before it. */
function parse(incoming: Incoming, findStored: FindStored, before: readonly IncomingRows[]): IncomingRows {
  const { feeds, document, refuseUnknown, label, replaces } = incoming;
  const together = before.flatMap((r) => r.records);
  const read = parseByFeed(feeds, document, together.length > 0 ? withDocuments(findStored, together) : findStored, refuseUnknown);
  const days = [...read.rows.filter((r) => r.value !== null), ...read.records].map(({ date }) => date);
  const newest = days.sort().pop();
  return { ...read, incoming, label, newest, replaces };
}

/** Checked documents, with warnings. */
export interface CheckedDocuments {
  readonly documents: readonly IncomingRows[];
  readonly notices: readonly CheckNotice[];
}

/**
 * Steps 1 and 2 for documents that are imported together. `refused` turns a refusal into an error. A document without any served data goes to `nothing`, if given, and
 * does not stop the others.
 */
export function read(
  incoming: readonly Incoming[],
  records: Store["records"] | undefined,
  refused: (e: RefusedFile, of: Incoming) => Error = (e) => e,
  nothing?: (e: Error) => void,
): IncomingRows[] {
  const known = records ? findStoredIn(records) : () => undefined;
  const documents: IncomingRows[] = [];
  for (const one of incoming)
    try {
      documents.push(parse(one, known, documents));
    } catch (e) {
      const error = e instanceof RefusedFile ? refused(e, one) : e;
      if (!nothing || !(e instanceof NothingServed && error instanceof Error)) throw error;
      nothing(error);
    }
  return documents;
}

/** Step 3: runs all checks. `store` is undefined before there is a database. @throws RefusedFile if a check refuses. */
export const check = (
  operation: Operation,
  documents: readonly IncomingRows[],
  today: IsoDate,
  store: Pick<Store, "observations" | "records"> | undefined,
): CheckedDocuments => ({
  documents,
  notices: runChecks(operation, deliveryOf(documents, today, store?.observations, store && findStoredIn(store.records))),
});

/** Step 4: writes the rows and the log entry, in one transaction. `received` is a time, as ISO 8601 in UTC, or a day. */
export function take(store: Pick<Store, "observations" | "insertBatches" | "writing">, { documents }: CheckedDocuments, received: string): Imported {
  const batches = documents.map(({ incoming: { document, sha256, id, confirmed }, feed, rows, records, reports }) => ({
    publisher: publisherIn(feed),
    file: document.name,
    sha256,
    rules: publisherOf(publisherIn(feed))?.rules ?? 0,
    rows,
    records,
    ...(reports ? { reports } : {}),
    ...(id === undefined ? {} : { id }),
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(document.published === undefined ? {} : { published: document.published }),
  }));
  return store.writing(() => importFiles(store, batches, received));
}

/**
 * All steps. Takes the write lock before the checks, so that nothing changes between comparing and writing. @throws RefusedFile; the store is then unchanged.
 */
export function ingest(store: Store, operation: Operation, incoming: readonly Incoming[], received: string): CheckedDocuments & Imported {
  const documents = read(incoming, store.records);
  return store.writing(() => {
    const checked = check(operation, documents, received.slice(0, 10), store);
    return { ...checked, ...take(store, checked, received) };
  });
}
