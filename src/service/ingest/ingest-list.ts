import { createHash } from "node:crypto";
import type { IsoDate } from "../../contract/dates";
import { append } from "../../contract/lists";
import { publisherOf } from "../publishers/all";
import type { Document, Feed } from "../publishers/publisher";
import { refuseFile } from "../publishers/reading/text";
import type { LargeDocument, Piece } from "../records/large-document";
import { type RecordRow, UNDATED } from "../records/record";
import type { PiecesResult } from "../store/pieces";
import type { Store } from "../store/store";
import { type CheckNotice, type Operation, runChecks } from "./checks/checks";
import { deliveryOf } from "./checks/delivery";
import { findStoredIn } from "./ingest-document";
import { pieceFunctionsFor } from "./ingest-large";
import { createStatedRows } from "./stated-rows";

/**
 * The steps of `ingest-document` for lists of any length. A list is read twice, part by part: first it is checked as a whole, so that nothing is written of a list
 * that is refused, then it is inserted.
 */

type ListFeed = Feed & { readonly list: NonNullable<Feed["list"]> };

/** A list to import. */
export interface IncomingList {
  /** Its name in messages: as typed, or its file. */
  readonly label: string;
  readonly publisher: string;
  readonly file: string;
  readonly feed: ListFeed;
  readonly document: Pick<LargeDocument, "read">;
  readonly when: Pick<Document, "seen" | "received">;
  /** Its number in the import log; only if its rows are rebuilt. */
  readonly id?: number;
}

/** Bytes by which a list is recognised. */
const HEAD = 64 * 1024;

/** The feed of a list, by the beginning of the document. Undefined if the document is read as a whole, or not at all. */
export function listFeedOf(feeds: readonly Feed[], { name, read }: Pick<LargeDocument, "name" | "read">): ListFeed | undefined {
  if (!feeds.some(({ list }) => list)) return undefined;
  const head = { name, bytes: read(0, HEAD) };
  const feed = feeds.find((f) => f.recognises(head));
  return feed?.list && { ...feed, list: feed.list };
}

/** A list that was read once and can be inserted. */
export interface CheckedList {
  readonly incoming: IncomingList;
  readonly sha256: string;
  readonly bytes: number;
  /** The number of rows; equal ones count once. */
  readonly rows: number;
  readonly repeated: number;
  /** The dates of its rows, if they are dated. */
  readonly days: ReadonlySet<IsoDate>;
  /** The newest rows, each of another entity. */
  readonly newest: readonly RecordRow[];
}

/** Computes the SHA-256 of a document while it is read from its start to its end. */
function hashing({ read }: IncomingList["document"]) {
  const hash = createHash("sha256");
  return {
    read: (from: number, length: number): Uint8Array => {
      const bytes = read(from, length);
      hash.update(bytes);
      return bytes;
    },
    sha256: () => hash.digest("hex"),
  };
}

/** Newest rows that are kept, and how many are collected before the others are dropped. */
const NEWEST = { kept: 64, collected: 4096 };

const dayOf = ({ date, known }: RecordRow): IsoDate => (known > date ? known : date);

/** Collects the newest row of each entity, of the entities with the newest rows. */
function newestRows() {
  let newest = new Map<string, RecordRow>();
  const ordered = (): [string, RecordRow][] =>
    [...newest].sort(([, a], [, b]) => (dayOf(a) < dayOf(b) ? 1 : dayOf(a) > dayOf(b) ? -1 : 0)).slice(0, NEWEST.kept);
  return {
    add: (row: RecordRow): void => {
      const name = `${row.dataset} ${row.entity}`;
      const before = newest.get(name);
      if (before && dayOf(row) <= dayOf(before)) return;
      // At the end, so that rows of one day keep their order.
      newest.delete(name);
      newest.set(name, row);
      if (newest.size > NEWEST.collected) newest = new Map(ordered());
    },
    rows: (): RecordRow[] => ordered().map(([, row]) => row),
  };
}

/** Reads a list once, and yields the number of bytes read so far. @throws RefusedFile */
export function* checkList(incoming: IncomingList): Generator<number, CheckedList> {
  const { feed, document, when } = incoming;
  const { list } = feed;
  const hashed = hashing(document);
  const days = new Set<IsoDate>();
  const newest = newestRows();
  const found = { bytes: 0, rows: 0, repeated: 0 };
  const stated = createStatedRows();
  try {
    for (const { rows, done } of list.parts(hashed, when)) {
      const repeated = stated.add(rows, (before, { row, line }) => refuseFile(list.twice(before, row), line));
      found.repeated += repeated;
      found.rows += rows.length - repeated;
      for (const { row } of rows) {
        if (!UNDATED.has(row.dataset)) days.add(row.date);
        newest.add(row);
      }
      found.bytes = done;
      yield done;
    }
  } finally {
    stated.close();
  }
  return { incoming, sha256: hashed.sha256(), ...found, days, newest: newest.rows() };
}

/** The changes by a list, and warnings about its rows. */
interface ListResult extends PiecesResult {
  readonly notices: readonly CheckNotice[];
}

function* insertList(
  store: Store,
  operation: Operation,
  { incoming, sha256, bytes, repeated }: CheckedList,
  { received, before }: { readonly received: string; readonly before: number },
): Generator<number, ListResult> {
  const { label, publisher, file, feed, document, when, id } = incoming;
  const hashed = hashing(document);
  const notices: CheckNotice[] = [];
  const findStored = findStoredIn(store.records);
  function* pieces(): Generator<Piece> {
    for (const { rows, done } of feed.list.parts(hashed, when)) {
      const records = rows.map(({ row }) => row);
      append(notices, runChecks(operation, deliveryOf([{ label, rows: [], records }], received.slice(0, 10), store.observations, findStored)));
      yield { records, done: before + done };
    }
    if (hashed.sha256() !== sha256) refuseFile("the file has changed while it was read; import it again");
    yield { repeated, done: before + bytes };
  }
  const head = { publisher, file, sha256, rules: publisherOf(publisher)?.rules ?? 0, ...(id === undefined ? {} : { id }) };
  return { ...(yield* store.insertPieces(head, pieces(), received, pieceFunctionsFor(store))), notices };
}

/** Inserts lists in one transaction, and yields the number of bytes read of all so far. @throws RefusedFile; nothing was written then. */
export const insertLists = (store: Store, operation: Operation, lists: readonly CheckedList[], received: string): Generator<number, readonly ListResult[]> =>
  store.writingInSteps(function* () {
    const results: ListResult[] = [];
    let before = 0;
    for (const list of lists) {
      results.push(yield* insertList(store, operation, list, { received, before }));
      before += list.bytes;
    }
    return results;
  });
