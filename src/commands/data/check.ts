import { shown } from "../../contract/arguments";
import { counted, withFullStop, withSeparators } from "../../contract/counted";
import { findStoredIn, parseByFeed, whenReceived } from "../../service/ingest/ingest-document";
import { listFeedOf } from "../../service/ingest/ingest-list";
import { storedDoubts } from "../../service/ingest/stored-doubts";
import { publisherOf } from "../../service/publishers/all";
import type { Feed } from "../../service/publishers/publisher";
import { RefusedFile } from "../../service/publishers/reading/text";
import type { LoggedFile } from "../../service/store/document-log";
import type { Store } from "../../service/store/store";
import { UsageError } from "../io";
import { checkDocument } from "../verification/second-reading/check-document";
import type { Comparison } from "../verification/second-reading/compare";
import { type DataCall, noDatabase, readingStore, RUN } from "./data-io";

/** Rows, and documents, between two lines of progress. */
const PROGRESS = { rows: 100_000, documents: 500 };

/** Prints a progress line after every `every` items. */
function progress(io: DataCall["io"], what: string, every: number) {
  let done = 0;
  return {
    add(count: number): void {
      const before = Math.floor(done / every);
      done += count;
      if (Math.floor(done / every) > before) io.err(`  ${withSeparators(done)} ${what} checked …`);
    },
    done: () => done,
  };
}

/** True for a list of any length, which may be too large for memory. */
function isList({ archive }: Store, { sha256, file }: LoggedFile, feeds: readonly Feed[]): boolean {
  const document = archive.openText(sha256, file);
  try {
    return document !== undefined && listFeedOf(feeds, document) !== undefined;
  } finally {
    document?.close();
  }
}

/** Compares a stored document with a second reading of it, and says why it cannot be read now, if so. Undefined for an archive and a list, which are not read twice. */
function comparedAgain(store: Store, logged: LoggedFile): Comparison | undefined {
  const { sha256, file, publisher, seen } = logged;
  const feeds = publisherOf(publisher)?.feeds;
  if (!feeds || isList(store, logged, feeds)) return undefined;
  const bytes = store.archive.get(sha256);
  if (!bytes) return undefined;
  try {
    return checkDocument(bytes, file, parseByFeed(feeds, { name: file, bytes, ...whenReceived(seen) }, findStoredIn(store.records)));
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    return { compared: 1, differences: [{ document: file, sentence: `${file}: cannot be read by this version: ${e.sentence}` }] };
  }
}

/**
 * `data -- check`: lists the stored values that the checks of plausibility doubt, each with its document, and the stored documents of which a second reading, by other
 * code, gives other values. Changes nothing.
 *
 * @returns the exit status: 0 no doubt and no difference, 1 some
 */
export function checkCommand({ words, database, io }: DataCall): number {
  if (words.length > 0) throw new UsageError(`check takes no arguments, got ${shown(words[0])}.`);
  const none = noDatabase(database);
  if (none !== undefined) throw new UsageError(`${none} Import data first. Type: ${RUN} help`);
  return readingStore(database, (store) => {
    const rows = progress(io, "rows", PROGRESS.rows);
    let doubts = 0;
    for (const page of storedDoubts(store)) {
      for (const { row, document, sentence } of page.doubts)
        io.out(`${row}: ${withFullStop(sentence)}${document ? ` Document ${document.id}, ${document.file}.` : ""}`);
      doubts += page.doubts.length;
      rows.add(page.rows);
    }
    const documents = progress(io, "documents", PROGRESS.documents);
    let [values, differences] = [0, 0];
    for (const logged of store.imports.files()) {
      const found = comparedAgain(store, logged);
      if (!found || found.compared === 0) continue;
      documents.add(1);
      for (const { sentence } of found.differences) io.out(`Document ${logged.id}, ${withFullStop(sentence)}`);
      values += found.compared;
      differences += found.differences.length;
    }
    const isClean = doubts + differences === 0;
    io.out(`${counted(rows.done(), "row")} checked: ${doubts === 0 ? "no doubts" : counted(doubts, "doubt")}.`);
    io.out(
      `${counted(documents.done(), "document")} read a second time, ${counted(values, "value")} compared: ${differences === 0 ? "no differences" : counted(differences, "difference")}.`,
    );
    if (!isClean) io.out(`Compare each with its document. To remove a wrong document, type: ${RUN} forget NO.`);
    return isClean ? 0 : 1;
  });
}
