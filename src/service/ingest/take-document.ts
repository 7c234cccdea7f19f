import { isoOf, type IsoDate } from "../../contract/dates";
import { importFiles } from "./import-files";
import type { Feed, FetchRequest, Publisher } from "../publishers/publisher";
import { knownFrom } from "./known-rows";
import { readDocument } from "../publishers/read-document";
import { refuseImpossibleDays } from "../publishers/refuse-impossible-days";
import { RefusedFile } from "../publishers/refused-file";
import type { PartState } from "../store/feeds";
import { momentOf } from "../store/freshness";
import { namesIn } from "../store/take-batches";
import type { Store } from "../store/store";
import type { Fetched } from "./fetch-document";

/** What a document did to the rows, and what is kept of it. */
export interface TakenDocument {
  readonly added: number;
  readonly changed: number;
  readonly part: PartState;
  /** Sentences about parts of a large document that were left out. */
  readonly leftOut?: readonly string[];
}

/** The last part of the address, by which some feeds know their documents. */
export const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.split("/").filter(Boolean).pop() ?? "document");

const dayOf = (lastModified: string | undefined): IsoDate | undefined => {
  const at = Date.parse(lastModified ?? "");
  return Number.isFinite(at) ? isoOf(at) : undefined;
};

/** @throws RefusedFile for an earlier document than the one that was taken last: a revision that it does not know yet would be undone. */
export function refuseOlder(store: Store, publisher: Publisher, before: PartState | undefined, now: PartState): void {
  if (!before) return;
  const newer = Date.parse(now.lastModified ?? "") - Date.parse(before.lastModified ?? "");
  const older = newer < 0 || (!(newer > 0) && store.feeds.isOlder(publisher.id, now.sha256, before.sha256));
  // A window of days that moves on may hold fewer of them, but never ends earlier; another address is another window, too.
  const shorter = before.newest !== undefined && now.newest !== undefined && now.newest < before.newest;
  if (older || shorter)
    throw new RefusedFile(
      `this is an older document than the one that was taken before${shorter ? ` (it ends on ${now.newest}, that one on ${before.newest})` : ""}: the publisher may be serving an old copy, so it was left; it is asked again later. If the publisher has taken days back, import the file by hand`,
    );
}

/**
 * Takes one document that came: keeps it as it came, reads it, and writes its rows in one transaction. One that equals the last of its part changes nothing.
 *
 * @throws RefusedFile where it is not what the feed knows, or is older than what is kept; the store is as it was, the document is in the archive.
 */
export function takeDocument(
  store: Store,
  publisher: Publisher,
  feed: Feed,
  request: FetchRequest,
  { bytes, etag, lastModified }: Extract<Fetched, { kind: "document" }>,
  before: PartState | undefined,
  now: number,
): TakenDocument {
  const today = isoOf(now);
  const sha256 = store.archive.put(bytes);
  const validators = { url: request.url, ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
  if (before?.sha256 === sha256 && before.names) {
    const { rows, newest, names } = before;
    return { added: 0, changed: 0, part: { ...validators, sha256, rows, names, ...(newest ? { newest } : {}) } };
  }
  const name = request.name ?? nameOf(request.url);
  const published = dayOf(lastModified);
  const { rows, records, reports = [] } = readDocument([feed], { name, bytes, seen: today, ...(published ? { published } : {}) }, knownFrom(store.records));
  const newest = [...rows.filter((r) => r.value !== null), ...records].reduce<IsoDate | undefined>(
    (a, { date }) => (a === undefined || date > a ? date : a),
    undefined,
  );
  const names = namesIn({ rows, records, reports });
  const part: PartState = { ...validators, sha256, rows: rows.length + records.length + reports.length, names, ...(newest ? { newest } : {}) };
  refuseOlder(store, publisher, before, part);
  refuseImpossibleDays([{ name, rows }], today);
  const { series, records: shaped } = importFiles(
    store,
    [{ publisher: publisher.id, file: name, sha256, rows, records, reports, confirmed: momentOf(now) }],
    today,
  );
  const sum = (what: "added" | "changed"): number => series.reduce((n, s) => n + s[what], shaped[what]);
  return { added: sum("added"), changed: sum("changed"), part };
}
