import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { withFullStop } from "../../contract/counted";
import { isoOf } from "../../contract/dates";
import { findingInWords } from "../../service/ingest/checks/checks";
import { whenReceived } from "../../service/ingest/ingest-document";
import { type CheckedList, checkList, type IncomingList, insertLists, listFeedOf } from "../../service/ingest/ingest-list";
import { runSteps } from "../../service/ingest/ingest-large";
import { publisherOf } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/text";
import { openDocument } from "../../service/store/archive";
import type { RowCounts } from "../../service/store/insert-batches";
import { type DataCall, openForWriting } from "./data-io";
import { changesLine, NOTHING_CHANGED, spanInWords } from "./import-words";
import { keepDocument, progressLines } from "./large-steps";
import { stepAfterImport } from "./next-step";
import { warnOfClock } from "./warnings";

interface NamedList extends IncomingList {
  readonly document: ReturnType<typeof openDocument>;
}

/** Opens a file; undefined if it is none, or if this user may not read it. */
function opened(file: string): NamedList["document"] | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? openDocument(file) : undefined;
  } catch {
    return undefined;
  }
}

/** The lists to import, if all named files are lists of the publisher. The caller closes them. Other files are read, or refused, as a whole. */
export function listsNamed([kind, ...names]: readonly string[], cwd: string, received: string): readonly NamedList[] | undefined {
  const publisher = publisherOf(kind?.toLowerCase() ?? "");
  if (!publisher?.feeds.some(({ list }) => list) || names.length === 0) return undefined;
  const lists: NamedList[] = [];
  for (const label of names) {
    const document = opened(path.resolve(cwd, label));
    const feed = document && listFeedOf(publisher.feeds, document);
    if (document && feed) lists.push({ label, publisher: publisher.id, file: document.name, feed, document, when: whenReceived(received) });
    else {
      document?.close();
      closeAll(lists);
      return undefined;
    }
  }
  return lists;
}

const closeAll = (lists: readonly NamedList[]): void => lists.forEach(({ document }) => document.close());

/** Runs the steps of one list. Names its file in a refusal. */
async function runNamed<T>({ io }: DataCall, label: string, size: number, steps: Generator<number, T>): Promise<T> {
  try {
    const result = await runSteps(steps, progressLines(io, size), io.stop);
    if (result === undefined) throw new RefusedFile("it was stopped");
    return result;
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    throw new RefusedFile(`${label}${e.line === undefined ? "" : `, line ${e.line}`}: ${e.sentence}`);
  }
}

/** `data -- import` of lists of any length: checks all, then imports them in one transaction, and prints the changes. */
export async function importLists(call: DataCall, lists: readonly NamedList[], received: string): Promise<void> {
  const { database, io } = call;
  // A refused file must not create a database.
  let store = existsSync(database) ? openForWriting(call) : undefined;
  try {
    const checked: CheckedList[] = [];
    for (const list of lists) checked.push(await runNamed(call, list.label, list.document.size, checkList(list)));
    store ??= openForWriting(call);
    for (const { label, document } of lists) {
      const sha256 = keepDocument(store.archive.receiveText(), document);
      if (!checked.some((list) => list.incoming.label === label && list.sha256 === sha256))
        throw new RefusedFile(`${label}: the file has changed while it was read; import it again`);
    }
    const names = lists.map(({ label }) => label).join(", ");
    const size = lists.reduce((sum, { document }) => sum + document.size, 0);
    const results = await runNamed(call, names, size, insertLists(store, "import", checked, received));
    for (const { incoming, days, rows } of checked) io.out(`${incoming.label}: ${incoming.feed.title}, ${spanInWords([...days], rows)}.`);
    const sum = (what: keyof RowCounts): number => results.reduce((n, result) => n + result[what], 0);
    const counts = { added: sum("added"), changed: sum("changed"), unchanged: sum("unchanged") };
    io.out(changesLine("rows", counts));
    for (const { notices } of results) for (const notice of notices) io.out(withFullStop(findingInWords(notice)));
    if (counts.added + counts.changed === 0) io.out(NOTHING_CHANGED);
    const newest = checked.flatMap((list) => list.newest);
    io.out(stepAfterImport(store, [], newest, isoOf(io.now()), call.folder));
    warnOfClock(store, call);
  } finally {
    store?.close();
    closeAll(lists);
  }
}
