import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { counted, withFullStop } from "../../contract/counted";
import { isoOf } from "../../contract/dates";
import { type CheckNotice, findingInWords } from "../../service/ingest/checks/checks";
import { check, type CheckedDocuments, type Imported, read, type SeriesImport, take } from "../../service/ingest/ingest-document";
import { ingestLarge, largeFeedOf, runSteps } from "../../service/ingest/ingest-large";
import { publisherOf } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/text";
import { isZip } from "../../service/publishers/reading/zip";
import { type LeftOut, leftOutInWords, UNDATED } from "../../service/records/record";
import { isoMoment } from "../../service/store/freshness";
import { openDocument } from "../../service/store/archive";
import type { PiecesResult } from "../../service/store/pieces";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { type DataCall, openForWriting, RUN, withStore } from "./data-io";
import { groupEconomies } from "./group-economies";
import { stepAfterImport } from "./next-step";
import { importLists, listsNamed } from "./import-lists";
import { changesLine, NOTHING_CHANGED, spanInWords } from "./import-words";
import { keepDocument, progressLines } from "./large-steps";
import { fileRefusalOf, filesOf } from "./published-file";
import { warnOfClock } from "./warnings";

/** Maximum number of skipped parts to list. */
const NAMED = 20;

/** The archive to import, if the words name one that its publisher knows. @throws UsageError if other files are named with it. */
function archiveNamed([kind, ...names]: readonly string[], cwd: string) {
  const publisher = publisherOf(kind?.toLowerCase() ?? "");
  if (!publisher?.feeds.some((f) => f.large)) return undefined;
  const found = names.find((name) => {
    const file = path.resolve(cwd, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
    const document = openDocument(file);
    try {
      return isZip(document);
    } finally {
      document.close();
    }
  });
  if (found === undefined) return undefined;
  if (names.length > 1) throw new UsageError(`import ${publisher.id}: ${found} is an archive. Import it on its own: ${RUN} import ${publisher.id} ${found}`);
  return { publisher, file: path.resolve(cwd, found), name: found };
}

/** `data -- import` of a large archive: stores it unchanged, then imports it piece by piece in one transaction, with progress lines. */
async function importArchive(call: DataCall, { publisher, file, name }: NonNullable<ReturnType<typeof archiveNamed>>): Promise<void> {
  const { io, folder } = call;
  const document = openDocument(file);
  try {
    const feed = largeFeedOf(publisher.feeds, document);
    await withStore(call, async (store) => {
      io.out(`${name}: ${feed.title}.`);
      const sha256 = keepDocument(store.archive.receive(), document);
      const incoming = { publisher: publisher.id, file: path.basename(file), sha256, document, feed };
      const taken = await runSteps(ingestLarge(store, "import", incoming, isoMoment(io.now())), progressLines(io, document.size), io.stop);
      if (!taken) throw new RefusedFile("It was stopped");
      printPieces(io, taken);
      io.out(`Next, type: ${RUN} status${dataOption(folder)}`);
    });
  } catch (e) {
    if (e instanceof RefusedFile) throw new RefusedFile(`${name}${e.line === undefined ? "" : `, line ${e.line}`}: ${e.sentence}.`);
    throw e;
  } finally {
    document.close();
  }
}

function printPieces(io: DataCall["io"], { first, newest, leftOut, ...counts }: PiecesResult): void {
  io.out(`${changesLine("rows", counts)}${first === undefined ? "" : `, ${first} to ${newest}`}`);
  if (leftOut.length === 0) return;
  io.out(`  ${counted(leftOut.length, "part")} skipped; their earlier rows stay:`);
  leftOut.slice(0, NAMED).forEach(({ part, why }) => io.out(`    ${part}: ${why}`));
  if (leftOut.length > NAMED) io.out(`    and ${leftOut.length - NAMED} more`);
}

const joined = (series: string, of: readonly SeriesImport[]): SeriesImport => {
  const sum = (what: "added" | "changed" | "unchanged"): number => of.reduce((n, r) => n + r[what], 0);
  return { series, added: sum("added"), changed: sum("changed"), unchanged: sum("unchanged"), newlyPublished: of.some((r) => r.newlyPublished) };
};

/** Question whether this is the right file, with the command that removes it. */
function rightFile(store: Store, documents: CheckedDocuments["documents"], { file, sentence }: CheckNotice): string {
  const name = documents.find((d) => d.label === file)?.incoming.document.name ?? "";
  const logged = store.imports
    .files()
    .filter((f) => f.file === name)
    .at(-1);
  return `Is this the right file? ${sentence}. If not, remove it: ${RUN} forget ${logged?.id ?? name}`;
}

/** `data -- import`: reads all files, imports them in one transaction, and prints the changes of each series. */
export async function importCommand(call: DataCall): Promise<number> {
  const { words, database, io } = call;
  const archive = archiveNamed(words, io.cwd);
  if (archive) {
    await importArchive(call, archive);
    return 0;
  }
  const received = isoMoment(io.now());
  const lists = listsNamed(words, io.cwd, received);
  if (lists) {
    await importLists(call, lists, received);
    return 0;
  }
  const today = received.slice(0, 10);
  const files = filesOf(words, io.cwd, received);
  // A refused file must not create a database; without one there is nothing to compare with.
  let store = existsSync(database) ? openForWriting(call) : undefined;
  try {
    const without: Error[] = [];
    const documents = read(files, store?.records, fileRefusalOf(words[0]?.toLowerCase() ?? ""), (e) => void without.push(e));
    if (documents.length === 0 && without[0]) throw without[0];
    const checked = check("import", documents, today, store);
    store ??= openForWriting(call);
    for (const { incoming } of documents) store.archive.put(incoming.document.bytes);
    for (const { message } of without) io.out(`Not imported: ${withFullStop(message)}`);
    printResult(call, store, checked, take(store, checked, received));
    warnOfClock(store, call);
    return 0;
  } finally {
    store?.close();
  }
}

function printResult({ folder, io }: DataCall, store: Store, { documents, notices }: CheckedDocuments, { series: results, records, placed }: Imported): void {
  for (const { label, title, rows, records: shaped, reports } of documents) {
    const dates = [...rows.map((r) => r.date), ...shaped.filter((r) => !UNDATED.has(r.dataset)).map((r) => r.date), ...(reports ?? []).map((r) => r.period)];
    io.out(`${label}: ${title}, ${spanInWords(dates, shaped.length)}.`);
  }
  const listed = groupEconomies(results, joined);
  for (const r of listed) io.out(changesLine(r.series, r));
  if (documents.some((f) => f.records.length + (f.reports?.length ?? 0) > 0)) io.out(changesLine("rows", records));
  if (records.changed > 0 && documents.some((f) => f.records.some((r) => r.dataset === "forecast")))
    io.out(
      `A changed forecast counts from now on; as of earlier days the old one stays. To correct it for past days too, forget the earlier file: ${RUN} forget FILE (${RUN} status lists the files).`,
    );
  for (const { label, records: shaped } of documents)
    for (const row of shaped) if (row.dataset === "left_out") io.out(`${label}: ${leftOutInWords(row.body as LeftOut)}. Its other lines count.`);
  for (const notice of notices) io.out(notice.check === "otherValues" ? rightFile(store, documents, notice) : withFullStop(findingInWords(notice)));
  if (placed > 0) io.out(`  ${"vintages".padEnd(12)} ${placed} new`);
  if (results.every((r) => r.added + r.changed === 0) && placed === 0 && records.added + records.changed === 0) io.out(NOTHING_CHANGED);
  const newlyPublished = results.filter((r) => r.newlyPublished);
  const fresh = groupEconomies(newlyPublished, joined).map((r) => r.series);
  if (fresh.length > 0) io.out(`Published data now replaces sample data: ${fresh.join(", ")}.`);
  const rows = documents.flatMap((f) => f.rows);
  const shaped = documents.flatMap((f) => f.records);
  io.out(stepAfterImport(store, rows, shaped, isoOf(io.now()), folder));
}
