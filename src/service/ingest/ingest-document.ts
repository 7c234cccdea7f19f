import type { IsoDate } from "../../contract/dates";
import { orList } from "../../contract/nearest";
import { headOf } from "../publishers/reading/read-json";
import { RefusedFile } from "../publishers/reading/refused-file";
import type { Document, Feed, FindStored, Parsed } from "../publishers/publisher";
import type { Kept, RecordRow } from "../records/record";
import type { Records } from "../store/records";
import type { Store } from "../store/store";
import { runChecks, type Notice, type Way } from "./checks/checks";
import { deliveryOf, type ParsedDocument } from "./checks/delivery";
import { importFiles, type Imported } from "./import-files";

/*
 * The one way in for data. Import, update (and with it `start --live`), rebuild and forget hand their documents to these steps, in this order:
 * recognise, parse, check, take. Taking writes the rows and the log of imports in one transaction. What is too large to be held goes the same way
 * piece by piece: ingest-large.
 */

/** A document on its way in. */
export interface Incoming {
  /** What sentences call it: the name as a person typed it, or the last part of the address. */
  readonly label: string;
  readonly document: Document;
  readonly sha256: string;
  /** The feeds that may know it, and how it is refused if none of them does. */
  readonly feeds: readonly Feed[];
  readonly refuseUnknown?: ((document: Document) => never) | undefined;
  readonly replaces?: ParsedDocument["replaces"];
  /** The log's own number where the rows are made again. */
  readonly id?: number;
  /** The moment as of which its rows are confirmed; the beginning of the day on which it came if left out. */
  readonly confirmed?: string;
}

type ReadDocument = Parsed & { readonly feed: Feed };

/** A document that was parsed, and not written yet. */
export interface Read extends ReadDocument, ParsedDocument {
  readonly incoming: Incoming;
}

/** The publisher that a feed belongs to: what stands before the point in its name. */
export const publisherIn = (feed: Pick<Feed, "id">): string => feed.id.slice(0, feed.id.indexOf("."));

/** The store, as parsers of documents that state only a part look into it. */
export const findStoredIn =
  ({ latest }: Pick<Records, "latest">): FindStored =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) =>
    latest<T>(dataset, entity, day, 1)[0];

/** The same, with the rows of documents that came together with this one and are not in the store yet. */
export const withDocuments =
  (findStored: FindStored, rows: readonly RecordRow[]): FindStored =>
  <T>(dataset: RecordRow["dataset"], entity: string, day: string) => {
    const newest = rows
      .filter((r) => r.dataset === dataset && r.entity === entity && r.date <= day && r.known <= day)
      .reduce<Pick<Kept<T>, "date" | "body"> | undefined>((a, r) => (!a || r.date >= a.date ? { date: r.date, body: r.body as T } : a), undefined);
    const before = findStored<T>(dataset, entity, day);
    return newest && (!before || newest.date >= before.date) ? newest : before;
  };

const NOTHING_STORED: FindStored = () => undefined;

/** What a document is that none of these feeds knows. */
function otherDocument(feeds: readonly Feed[], { bytes }: Document): string {
  const head = headOf(bytes, 200).trim();
  if (head === "") return "the document is empty; download it again";
  if (/^<(!doctype html|html|head|body)/i.test(head))
    return "this is a web page, not a document of this publisher: the site may have returned an error or a login page; try again later";
  return `expected ${orList(feeds.map((f) => `${f.title} (begins with ${f.looksLike})`))}, got a document that begins with ${JSON.stringify(head.slice(0, 60))}; check that it is the right one`;
}

/** Step 1: the feed that knows the document by its beginning. @throws RefusedFile if none does: nothing is guessed. */
function recognise(feeds: readonly Feed[], document: Document, refuseUnknown?: Incoming["refuseUnknown"]): Feed {
  const feed = feeds.find((f) => f.recognises(document)) ?? refuseUnknown?.(document);
  if (!feed) throw new RefusedFile(otherDocument(feeds, document));
  return feed;
}

/** Steps 1 and 2 for one document. @throws RefusedFile as the feed refuses it. */
export function readDocument(feeds: readonly Feed[], document: Document, findStored?: FindStored, refuseUnknown?: Incoming["refuseUnknown"]): ReadDocument {
  const feed = recognise(feeds, document, refuseUnknown);
  return { feed, ...feed.parse(document, findStored) };
}

/** Step 2: bytes become rows, beside the rows of the documents before it. */
function parse(incoming: Incoming, findStored: FindStored, before: readonly Read[]): Read {
  const { feeds, document, refuseUnknown, label, replaces } = incoming;
  const together = before.flatMap((r) => r.records);
  const read = readDocument(feeds, document, together.length > 0 ? withDocuments(findStored, together) : findStored, refuseUnknown);
  const newest = [...read.rows.filter((r) => r.value !== null), ...read.records].reduce<IsoDate | undefined>(
    (a, { date }) => (a === undefined || date > a ? date : a),
    undefined,
  );
  return { ...read, incoming, label, newest, replaces };
}

/** Documents that were read and checked, and what has to be told of them. */
export interface Checked {
  readonly documents: readonly Read[];
  readonly notices: readonly Notice[];
}

/** Steps 1 and 2 for documents that come together; `refused` puts the refusal of one of them into words. */
export function read(
  incoming: readonly Incoming[],
  records: Store["records"] | undefined,
  refused: (e: RefusedFile, of: Incoming) => Error = (e) => e,
): Read[] {
  const known = records ? findStoredIn(records) : NOTHING_STORED;
  const documents: Read[] = [];
  for (const one of incoming)
    try {
      documents.push(parse(one, known, documents));
    } catch (e) {
      throw e instanceof RefusedFile ? refused(e, one) : e;
    }
  return documents;
}

/** Step 3: every check. `store` is undefined before there is a database. @throws RefusedFile where one refuses. */
export const check = (way: Way, documents: readonly Read[], today: IsoDate, store: Pick<Store, "observations"> | undefined): Checked => ({
  documents,
  notices: runChecks(way, deliveryOf(documents, today, store?.observations)),
});

/** Step 4: writes the rows and the log of imports, in one transaction. */
export function take(store: Pick<Store, "observations" | "takeBatches" | "writing">, { documents }: Checked, today: IsoDate): Imported {
  const batches = documents.map(({ incoming: { document, sha256, id, confirmed }, feed, rows, records, reports }) => ({
    publisher: publisherIn(feed),
    file: document.name,
    sha256,
    rows,
    records,
    ...(reports ? { reports } : {}),
    ...(id === undefined ? {} : { id }),
    ...(confirmed === undefined ? {} : { confirmed }),
  }));
  return importFiles(store, batches, today);
}

/** All steps. What is compared is what is changed: the write lock is taken before the checks. @throws RefusedFile; then the store is as it was. */
export function ingest(store: Store, way: Way, incoming: readonly Incoming[], today: IsoDate): Checked & Imported {
  const documents = read(incoming, store.records);
  return store.writing(() => {
    const checked = check(way, documents, today, store);
    return { ...checked, ...take(store, checked, today) };
  });
}
