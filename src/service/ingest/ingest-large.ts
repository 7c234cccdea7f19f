import { memoized } from "../../contract/memoized";
import type { StatedPeriod } from "../records/filings";
import type { DocumentToLog } from "../store/document-log";
import type { PieceFunctions, PiecesResult } from "../store/pieces";
import type { Store } from "../store/store";
import type { Feed } from "../publishers/publisher";
import type { LargeDocument, Piece } from "../records/large-document";
import { publisherOf } from "../publishers/all";
import { RefusedFile } from "../publishers/reading/text";
import { tickerOf } from "../publishers/sec/issuer-ticker";
import { readValues } from "../publishers/sec/holding-line";
import { type Operation, runChecks } from "./checks/checks";
import { deliveryOf, type ParsedDocument } from "./checks/delivery";

/** Maximum of cached issuer names. They recur line after line. */
const NAMES = 20_000;
/** Pieces between two checks for a stop signal. */
const CHECK_EVERY = 4;

/** The names are copied, because a substring keeps the whole large text in memory. */
const cachedTickers = (): PieceFunctions["tickerOf"] =>
  memoized(tickerOf, { by: ({ issuer, title }) => Buffer.from(`${issuer}\n${title}`).toString(), most: NAMES });

const newestFiling = (period: StatedPeriod): string =>
  Object.values(period.stated).reduce((all, lists) => lists.flat().reduce((a, [filed]) => (filed > a ? filed : a), all), "");

/** True for a statement older than the stored one. Last night's archive must not undo today's filing. */
const isOlderIn =
  ({ records }: Pick<Store, "records">): PieceFunctions["isOlder"] =>
  ({ dataset, entity, date, known, body }) => {
    if (dataset !== "statement") return false;
    const kept = records.between<StatedPeriod>("statement", entity, date, date, known)[0];
    return kept !== undefined && newestFiling(kept.body) > newestFiling(body as StatedPeriod);
  };

/** What completes the rows of a document that is read in pieces. */
export const pieceFunctionsFor = (store: Pick<Store, "records">): PieceFunctions => ({
  readValues,
  tickerOf: cachedTickers(),
  isOlder: isOlderIn(store),
});

/** The feed that reads this large document. @throws RefusedFile if none does. */
export function largeFeedOf(feeds: readonly Feed[], document: LargeDocument): Feed & { readonly large: NonNullable<Feed["large"]> } {
  for (const feed of feeds) if (feed.large?.recognises(document)) return { ...feed, large: feed.large };
  const known = feeds.flatMap((f) => (f.large ? [f.title] : []));
  throw new RefusedFile(
    known.length === 0
      ? "this is a workbook or a zip archive, not CSV text; save the sheet as CSV, or unpack the archive first"
      : `expected one of these archives: ${known.join("; ")}; unpack this one, and import its files`,
  );
}

/** A large document to import, and its feed. */
interface LargeIncoming extends DocumentToLog {
  readonly document: LargeDocument;
  readonly feed: Feed;
  readonly replaces?: ParsedDocument["replaces"];
}

/**
 * The steps of `ingest-document` for a large document, all in one transaction. Each piece is checked before it is written; each step yields the number of bytes
 * read so far. Pieces have no numeric series so far, so the checks see only the document's age.
 *
 * @throws RefusedFile; nothing was written then.
 */
export function ingestLarge(store: Store, operation: Operation, incoming: LargeIncoming, received: string): Generator<number, PiecesResult> {
  const { document, feed, replaces, ...batch } = incoming;
  const { large } = feed;
  if (!large) throw new Error(`${feed.id} reads no large document.`);
  const checked = (): void => void runChecks(operation, deliveryOf([{ label: batch.file, rows: [], replaces }], received.slice(0, 10), store.observations));
  function* pieces(of: Iterable<Piece>): Generator<Piece> {
    for (const piece of of) {
      checked();
      yield piece;
    }
  }
  // Refuses an old copy before reading it.
  checked();
  const rules = publisherOf(batch.publisher)?.rules ?? 0;
  return store.insertPieces({ ...batch, rules }, pieces(large.pieces(document)), received, pieceFunctionsFor(store));
}

/** Runs all steps at once. */
export function runAllSteps<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs the steps with pauses, in which signals are handled. Returns undefined if stopped; nothing was written then. */
export async function runSteps<T>(steps: Generator<number, T>, progress: (done: number) => void, stop?: AbortSignal): Promise<T | undefined> {
  try {
    for (let n = 1; ; n++) {
      const step = steps.next();
      if (step.done) return step.value;
      if (n % CHECK_EVERY !== 0) continue;
      progress(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      if (stop?.aborted) return undefined;
    }
  } finally {
    steps.return(undefined as T);
  }
}
