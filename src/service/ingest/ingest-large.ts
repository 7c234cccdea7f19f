import type { IsoDate } from "../../contract/dates";
import type { StatedPeriod } from "../records/statement";
import type { LargeBatch, PiecesTaken, PiecesWith } from "../store/pieces";
import type { Store } from "../store/store";
import type { Feed } from "../publishers/publisher";
import type { LargeDocument, Piece } from "../records/large-document";
import { RefusedFile } from "../publishers/reading/refused-file";
import { tickerOf } from "../publishers/sec/issuer-ticker";
import { valueUnit } from "../publishers/sec/value-unit";
import { runChecks, type Way } from "./checks/checks";
import { deliveryOf, type ParsedDocument } from "./checks/delivery";

/** Names of issuers that are remembered at a time: the same ones come line after line. */
const NAMES = 20_000;
/** Pieces between two looks at whether it is to be stopped. */
const LOOK_EVERY = 4;

function remembered(): PiecesWith["tickerOf"] {
  const names = new Map<string, string | undefined>();
  return (line) => {
    const key = `${line.issuer}\n${line.title}`;
    if (!names.has(key)) {
      if (names.size >= NAMES) names.clear();
      // Copied: a text that was cut out of a large one keeps all of that in memory.
      names.set(Buffer.from(key).toString(), tickerOf(line));
    }
    return names.get(key);
  };
}

const newestFiling = (period: StatedPeriod): string =>
  Object.values(period.stated).reduce((all, lists) => lists.flat().reduce((a, [filed]) => (filed > a ? filed : a), all), "");

/** True for a statement of which a later filing is kept: an archive of last night must not undo what came today. */
const isOlderIn =
  ({ records }: Pick<Store, "records">): PiecesWith["isOlder"] =>
  ({ dataset, entity, date, known, body }) => {
    if (dataset !== "statement") return false;
    const kept = records.between<StatedPeriod>("statement", entity, date, date, known)[0];
    return kept !== undefined && newestFiling(kept.body) > newestFiling(body as StatedPeriod);
  };

/** The feed that reads this large document. @throws RefusedFile where none does. */
export function largeFeedOf(feeds: readonly Feed[], document: LargeDocument): Feed & { readonly large: NonNullable<Feed["large"]> } {
  for (const feed of feeds) if (feed.large?.recognises(document)) return { ...feed, large: feed.large };
  const known = feeds.flatMap((f) => (f.large ? [f.title] : []));
  throw new RefusedFile(
    known.length === 0
      ? "this is a workbook or a zip archive, not CSV text; save the sheet as CSV, or unpack the archive first"
      : `this archive holds none of what is taken as an archive (${known.join("; ")}); unpack it, and import the files in it`,
  );
}

/** A large document on its way in, with the feed that reads it. */
interface LargeIncoming extends LargeBatch {
  readonly document: LargeDocument;
  readonly feed: Feed;
  readonly replaces?: ParsedDocument["replaces"];
}

/**
 * The steps of `ingest-document` for a large document: each piece is checked before it is taken, all in one transaction; each step gives how many bytes are
 * behind. Pieces hold no numeric series so far; a check that looks at other rows finds them here.
 *
 * @throws RefusedFile; then nothing was taken.
 */
export function ingestLarge(store: Store, way: Way, incoming: LargeIncoming, today: IsoDate): Generator<number, PiecesTaken> {
  const { document, feed, replaces, ...batch } = incoming;
  const { large } = feed;
  if (!large) throw new Error(`${feed.id} reads no large document.`);
  const checked = (): void => void runChecks(way, deliveryOf([{ label: batch.file, rows: [], replaces }], today, store.observations));
  function* pieces(of: Iterable<Piece>): Generator<Piece> {
    for (const piece of of) {
      checked();
      yield piece;
    }
  }
  // An old copy is refused before anything of it is read.
  checked();
  return store.takePieces(batch, pieces(large.pieces(document)), today, { unitOf: valueUnit, tickerOf: remembered(), isOlder: isOlderIn(store) });
}

/** Goes through all steps at once. */
export function allSteps<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Goes through the steps with a pause now and then, in which signals are heard. Undefined where it was stopped: then nothing was taken. */
export async function stepping<T>(steps: Generator<number, T>, told: (done: number) => void, stop?: AbortSignal): Promise<T | undefined> {
  try {
    for (let n = 1; ; n++) {
      const step = steps.next();
      if (step.done) return step.value;
      if (n % LOOK_EVERY !== 0) continue;
      told(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      if (stop?.aborted) return undefined;
    }
  } finally {
    steps.return(undefined as T);
  }
}
