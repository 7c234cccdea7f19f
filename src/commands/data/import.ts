import { existsSync } from "node:fs";
import { isoOf } from "../../contract/dates";
import { importFiles, type SeriesImport } from "../../service/ingest/import-files";
import { knownFrom } from "../../service/ingest/known-rows";
import { refuseDisagreement } from "../../service/publishers/refuse-disagreement";
import { refuseOtherScale } from "../../service/ingest/refuse-other-scale";
import { refuseImpossibleDays } from "../../service/publishers/refuse-impossible-days";
import { UNDATED } from "../../service/records/record";
import { openStore } from "../../service/store/store";
import { counted } from "../../contract/counted";
import { RUN, type DataCall } from "./data-io";
import { economiesTogether } from "./economies-together";
import { archiveNamed, importArchive } from "./import-archive";
import { nextStep } from "./next-step";
import { filesOf, type PublishedFile } from "./published-file";

/** So many known values of one series replaced by others is no revision: somebody took the wrong file. */
const looksLikeAnotherSeries = (r: { readonly changed: number; readonly unchanged: number }): boolean => r.changed >= 10 && r.changed > r.unchanged;

const joined = (series: string, of: readonly SeriesImport[]): SeriesImport => {
  const sum = (what: "added" | "changed" | "unchanged"): number => of.reduce((n, r) => n + r[what], 0);
  return { series, added: sum("added"), changed: sum("changed"), unchanged: sum("unchanged"), newlyReal: of.some((r) => r.newlyReal) };
};

/** A refused file leaves no database behind that was not there. */
function filesBesideKnown({ words, database, io }: DataCall): PublishedFile[] {
  const store = openStore({ path: existsSync(database) ? database : ":memory:" });
  try {
    const files = filesOf(words, io.cwd, { known: knownFrom(store.records), seen: isoOf(io.now()) });
    refuseOtherScale(files, store.observations);
    return files;
  } finally {
    store.close();
  }
}

/** `data -- import`: reads every file, imports all in one transaction, and says what that did to each series. */
export async function importCommand(call: DataCall): Promise<number> {
  const { database, folder, io } = call;
  const archive = archiveNamed(call.words, io.cwd);
  if (archive) {
    await importArchive(call, archive);
    return 0;
  }
  const files = filesBesideKnown(call);
  refuseDisagreement(files);
  refuseImpossibleDays(files, isoOf(io.now()));
  const store = openStore({ path: database });
  try {
    for (const { bytes } of files) store.archive.put(bytes);
    const { series: results, records } = importFiles(store, files, isoOf(io.now()));
    for (const { name, title, rows, records: shaped, reports } of files) {
      const days = [
        ...rows.map((r) => r.date),
        ...shaped.filter((r) => !UNDATED.has(r.dataset)).map((r) => r.date),
        ...(reports ?? []).map((r) => r.period),
      ].sort();
      const span =
        days.length === 0
          ? shaped.length > 0
            ? counted(shaped.length, "name")
            : "nothing in it that is served"
          : `${counted(new Set(days).size, "date")}, ${days[0]} to ${days[days.length - 1]}`;
      io.out(`${name}: ${title}, ${span}.`);
    }
    const listed = economiesTogether(results, joined);
    for (const r of listed) io.out(`  ${r.series.padEnd(12)} ${r.added} new, ${r.changed} changed, ${r.unchanged} unchanged`);
    if (files.some((f) => f.records.length + (f.reports?.length ?? 0) > 0))
      io.out(`  ${"rows".padEnd(12)} ${records.added} new, ${records.changed} changed, ${records.unchanged} unchanged`);
    for (const r of results.filter(looksLikeAnotherSeries)) {
      const { file } = files.find((f) => f.rows.some((row) => row.series === r.series))!;
      const number = store.imports
        .files()
        .reverse()
        .find((f) => f.file === file)?.id;
      io.out(
        `Is this the right file? Of ${counted(r.changed + r.unchanged, "value")} of ${r.series} that were known, ${r.changed} are others in it. If it is not, take it back: ${RUN} forget ${number ?? file}`,
      );
    }
    if (results.every((r) => r.added + r.changed === 0) && records.added + records.changed === 0) io.out("Nothing has changed: all of it was known already.");
    const fresh = economiesTogether(
      results.filter((r) => r.newlyReal),
      joined,
    ).map((r) => r.series);
    if (fresh.length > 0) io.out(`Real from now on, without any sample row: ${fresh.join(", ")}.`);
    const rows = files.flatMap((f) => f.rows);
    io.out(
      nextStep(
        store,
        rows,
        files.flatMap((f) => f.records),
        isoOf(io.now()),
        folder,
      ),
    );
    return 0;
  } finally {
    store.close();
  }
}
