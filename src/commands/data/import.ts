import { existsSync } from "node:fs";
import { isoOf } from "../../contract/dates";
import { findingInWords, type Notice } from "../../service/ingest/checks/checks";
import type { Imported, SeriesImport } from "../../service/ingest/import-files";
import { check, read, take, type CheckedDocuments } from "../../service/ingest/ingest-document";
import { withFullStop } from "../../service/ingest/full-stop";
import { leftOutInWords, type LeftOut } from "../../service/records/left-out";
import { UNDATED } from "../../service/records/record";
import { isoMoment } from "../../service/store/freshness";
import type { Store } from "../../service/store/store";
import { counted } from "../../contract/counted";
import { openForWriting, RUN, type DataCall } from "./data-io";
import { groupEconomies } from "./group-economies";
import { archiveNamed, importArchive } from "./import-archive";
import { stepAfterImport } from "./next-step";
import { filesOf, fileRefusalOf } from "./published-file";
import { warnOfClock } from "./warn-of-clock";

const joined = (series: string, of: readonly SeriesImport[]): SeriesImport => {
  const sum = (what: "added" | "changed" | "unchanged"): number => of.reduce((n, r) => n + r[what], 0);
  return { series, added: sum("added"), changed: sum("changed"), unchanged: sum("unchanged"), newlyPublished: of.some((r) => r.newlyPublished) };
};

/** Question whether this is the right file, with the command that removes it. */
function rightFile(store: Store, documents: CheckedDocuments["documents"], { file, sentence }: Notice): string {
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
    const days = [
      ...rows.map((r) => r.date),
      ...shaped.filter((r) => !UNDATED.has(r.dataset)).map((r) => r.date),
      ...(reports ?? []).map((r) => r.period),
    ].sort();
    const span =
      days.length === 0
        ? shaped.length > 0
          ? counted(shaped.length, "name")
          : "contains no data that the service uses"
        : `${counted(new Set(days).size, "date")}, ${days[0]} to ${days[days.length - 1]}`;
    io.out(`${label}: ${title}, ${span}.`);
  }
  const listed = groupEconomies(results, joined);
  for (const r of listed) io.out(`  ${r.series.padEnd(12)} ${r.added} new, ${r.changed} changed, ${r.unchanged} unchanged`);
  if (documents.some((f) => f.records.length + (f.reports?.length ?? 0) > 0))
    io.out(`  ${"rows".padEnd(12)} ${records.added} new, ${records.changed} changed, ${records.unchanged} unchanged`);
  if (records.changed > 0 && documents.some((f) => f.records.some((r) => r.dataset === "forecast")))
    io.out(
      `A changed forecast counts from now on; as of earlier days the old one stays. To correct it for past days too, forget the earlier file: ${RUN} forget FILE (${RUN} status lists the files).`,
    );
  for (const { label, records: shaped } of documents)
    for (const row of shaped) if (row.dataset === "left_out") io.out(`${label}: ${leftOutInWords(row.body as LeftOut)}. Its other lines count.`);
  for (const notice of notices) io.out(notice.check === "otherValues" ? rightFile(store, documents, notice) : withFullStop(findingInWords(notice)));
  if (placed > 0) io.out(`  ${"vintages".padEnd(12)} ${placed} new`);
  if (results.every((r) => r.added + r.changed === 0) && placed === 0 && records.added + records.changed === 0)
    io.out("Nothing changed: all rows were already imported.");
  const fresh = groupEconomies(
    results.filter((r) => r.newlyPublished),
    joined,
  ).map((r) => r.series);
  if (fresh.length > 0) io.out(`Published data now replaces sample data: ${fresh.join(", ")}.`);
  const rows = documents.flatMap((f) => f.rows);
  const shaped = documents.flatMap((f) => f.records);
  io.out(stepAfterImport(store, rows, shaped, isoOf(io.now()), folder));
}
