import { isoOf, type IsoDate } from "../../contract/dates";
import type { Feed, FetchRequest, Publisher } from "../publishers/publisher";
import type { PartState } from "../ledger/feeds";
import { isoMoment } from "../store/freshness";
import type { Store } from "../store/store";
import { namesIn } from "../store/insert-batches";
import { findingInWords } from "./checks/checks";
import type { Replaced } from "./checks/delivery";
import type { FetchedReply } from "./fetch-document";
import { Stopped } from "./transport";
import { ingest, whenReceived } from "./ingest-document";
import { ingestLarge, largeFeedOf, runSteps } from "./ingest-large";

/** The changes by a document, and the new state of its part. */
interface ImportedDocument {
  readonly added: number;
  readonly changed: number;
  readonly part: PartState;
  /** Messages about parts of a large document that were left out. */
  readonly leftOut?: readonly string[];
  /** Warnings about imported values. */
  readonly notices?: readonly string[];
}

/** A received document: its feed, its request, and the previous state of its part. */
interface FetchedPart {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly feed: Feed;
  readonly request: FetchRequest;
  readonly before: PartState | undefined;
  readonly now: number;
}

/** The last part of the address, by which some feeds recognise their documents. */
const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.split("/").filter(Boolean).pop() ?? "document");

const dayOf = (lastModified: string | undefined): IsoDate | undefined => {
  const at = Date.parse(lastModified ?? "");
  return Number.isFinite(at) ? isoOf(at) : undefined;
};

/** What the document replaces. It is older if the publisher's dates say so, or if it was received before the other one. */
function replacedBy({ store, publisher, before }: FetchedPart, now: Pick<PartState, "sha256" | "lastModified">): Partial<Replaced> {
  if (!before) return {};
  const newer = Date.parse(now.lastModified ?? "") - Date.parse(before.lastModified ?? "");
  return { newest: before.newest, isNewer: newer < 0 || (!(newer > 0) && store.imports.isOlder(publisher.id, now.sha256, before.sha256)) };
}

/** The state of a part whose document equals the previous one: nothing changes, and its rows are confirmed. */
function sameAgain({ before }: FetchedPart, validators: Omit<PartState, "rows">): ImportedDocument | undefined {
  if (before?.sha256 !== validators.sha256 || !before.names) return undefined;
  const { rows, newest, names } = before;
  return { added: 0, changed: 0, part: { ...validators, rows, names, ...(newest ? { newest } : {}) } };
}

type Received<K extends FetchedReply["kind"]> = Extract<FetchedReply, { readonly kind: K }>;

const validatorsOf = ({ request }: FetchedPart, sha256: string, { etag, lastModified }: Received<"document"> | Received<"large">): Omit<PartState, "rows"> => ({
  url: request.url,
  sha256,
  ...(etag ? { etag } : {}),
  ...(lastModified ? { lastModified } : {}),
});

/**
 * Archives a received document and imports it.
 *
 * @throws RefusedFile if the feed does not recognise it, or a check refuses it. The store is then unchanged, and the document is in the archive.
 */
export function importFetched(part: FetchedPart, came: Received<"document">): ImportedDocument {
  const { store, feed, request, now } = part;
  const sha256 = store.archive.put(came.bytes);
  const validators = validatorsOf(part, sha256, came);
  const { sampled } = feed.fetching ?? {};
  const same = sampled ? undefined : sameAgain(part, validators);
  if (same) return same;
  const name = sampled?.document ?? request.name ?? nameOf(request.url);
  const published = dayOf(came.lastModified);
  // To the second, as in the log, so that a rebuild reads the same rows.
  const document = { name, bytes: came.bytes, ...whenReceived(isoMoment(now)), ...(published ? { published } : {}) };
  const incoming = { label: name, document, sha256, feeds: [feed], replaces: replacedBy(part, validators), confirmed: isoMoment(now) };
  const { documents, notices, series, records: shaped } = ingest(store, "update", [incoming], isoMoment(now));
  const [read] = documents;
  if (!read) throw new Error(`The import of ${name} returned no document.`);
  const { rows, records, reports = [], newest } = read;
  const sum = (what: "added" | "changed"): number => series.reduce((n, s) => n + s[what], shaped[what]);
  return {
    added: sum("added"),
    changed: sum("changed"),
    part: { ...validators, rows: rows.length + records.length + reports.length, names: namesIn({ rows, records, reports }), ...(newest ? { newest } : {}) },
    notices: notices.map(findingInWords),
  };
}

/**
 * The same for a large document, in one transaction.
 *
 * @throws RefusedFile, or Stopped if it was stopped. The store is then unchanged, and the document is in the archive.
 */
export async function importFetchedLarge(
  part: FetchedPart,
  came: Received<"large">,
  how: { readonly stop: AbortSignal; progress?(done: number, of: number): void },
): Promise<ImportedDocument> {
  const { store, publisher, feed, request, now } = part;
  const validators = validatorsOf(part, came.sha256, came);
  const same = sameAgain(part, validators);
  if (same) return same;
  const name = nameOf(request.url);
  const document = store.archive.open(came.sha256, name);
  if (!document) throw new Error(`${name} was received and is not in the archive.`);
  try {
    const batch = { publisher: publisher.id, file: name, sha256: came.sha256, confirmed: isoMoment(now) };
    const { isNewer } = replacedBy(part, validators);
    const incoming = { ...batch, document, feed: largeFeedOf([feed], document), replaces: isNewer === undefined ? {} : { isNewer } };
    const taken = await runSteps(ingestLarge(store, "update", incoming, isoMoment(now)), (done) => how.progress?.(done, document.size), how.stop);
    if (!taken) throw new Stopped();
    const { added, changed, unchanged, newest, names } = taken;
    const leftOut = taken.leftOut.map(({ part: which, why }) => `${which}: ${why}`);
    return { added, changed, leftOut, part: { ...validators, rows: added + changed + unchanged, names, ...(newest ? { newest } : {}) } };
  } finally {
    document.close();
  }
}
