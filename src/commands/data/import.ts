import { isoOf } from "../../contract/dates";
import { importFiles } from "../../service/publishers/import-files";
import { refuseDisagreement } from "../../service/publishers/refuse-disagreement";
import { refuseImpossibleDays } from "../../service/publishers/refuse-impossible-days";
import { openStore } from "../../service/store/store";
import { counted, RUN, type DataCall } from "./data-io";
import { nextStep } from "./next-step";
import { filesOf } from "./published-file";

/** So many known values of one series replaced by others is no revision: somebody took the wrong file. */
const looksLikeAnotherSeries = (r: { readonly changed: number; readonly unchanged: number }): boolean => r.changed >= 10 && r.changed > r.unchanged;

/** `data -- import`: reads every file, imports all in one transaction, and says what that did to each series. */
export function importCommand({ words, database, folder, io }: DataCall): void {
  const files = filesOf(words, io.cwd);
  refuseDisagreement(files);
  refuseImpossibleDays(files, isoOf(io.now()));
  const store = openStore({ path: database });
  try {
    for (const { bytes } of files) store.archive.put(bytes);
    const { series: results, records } = importFiles(store, files, isoOf(io.now()));
    for (const { name, title, rows, records: shaped } of files) {
      const days = [...rows, ...shaped].map((r) => r.date).sort();
      const span = days.length === 0 ? "nothing in it that is served" : `${counted(new Set(days).size, "date")}, ${days[0]} to ${days[days.length - 1]}`;
      io.out(`${name}: ${title}, ${span}.`);
    }
    for (const r of results) io.out(`  ${r.series.padEnd(12)} ${r.added} new, ${r.changed} changed, ${r.unchanged} unchanged`);
    if (files.some((f) => f.records.length > 0))
      io.out(`  ${"rows".padEnd(12)} ${records.added} new, ${records.changed} changed, ${records.unchanged} unchanged`);
    for (const r of results.filter(looksLikeAnotherSeries))
      io.out(
        `Is this the right file? Most values of ${r.series} that were known have changed. To take them back: ${RUN} forget ${r.series}, then import the right files.`,
      );
    if (results.every((r) => r.added + r.changed === 0) && records.added + records.changed === 0) io.out("Nothing has changed: all of it was known already.");
    const fresh = results.filter((r) => r.newlyReal).map((r) => r.series);
    if (fresh.length > 0) io.out(`Real from now on, without any sample row: ${fresh.join(", ")}.`);
    const rows = files.flatMap((f) => f.rows);
    io.out(
      nextStep(
        rows,
        files.flatMap((f) => f.records),
        folder,
      ),
    );
  } finally {
    store.close();
  }
}
