import { existsSync } from "node:fs";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { isoOf } from "../../contract/dates";
import { nearest, orList } from "../../contract/nearest";
import { SERIES_IDS, seriesOf } from "../../contract/series";
import { isSampleOn } from "../../service/families/sample-switch";
import { takeBack } from "../../service/ingest/take-back";
import { publisherOf } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/refused-file";
import type { LoggedFile } from "../../service/store/import-log";
import type { Store } from "../../service/store/store";
import { dataWords, UsageError } from "../io";
import { counted } from "../../contract/counted";
import { RUN, withStore, type DataCall } from "./data-io";
import { updatingNow } from "./one-update";
import { tableOf } from "./table-of";
import { tellTakenAgain } from "./tell-taken-again";

type Named = { readonly series: string } | { readonly file: LoggedFile };

/** So many of one name are listed. */
const LISTED = 20;

/** So many files of a publisher are named. */
const NAMED = 5;

/** What a word that names nothing may have been meant for; undefined where nothing is near. */
function meantBy(word: string, files: readonly LoggedFile[], elsewhere: string): string | undefined {
  if (/^\d+$/.test(word)) return ": no file has this number.";
  const publisher = publisherOf(word.toLowerCase());
  if (publisher) {
    const its = files.filter((f) => f.publisher === publisher.id);
    if (!its[0]) return ", a publisher, of which no file is there.";
    const shownOnes = its.slice(0, NAMED).map((f) => `${f.id} (${f.file})`);
    const more = its.length > NAMED ? ` and ${its.length - NAMED} before these` : "";
    return `, a publisher. Its files${its.length > 1 ? ", newest first" : ""}: ${shownOnes.join(", ")}${more}. For example: ${RUN} forget ${its[0].id}${elsewhere}`;
  }
  // A name with a dot is a file's, to which no series is near.
  const near = word.includes(".") ? [] : nearest(word, SERIES_IDS);
  return near.length > 0 ? `. The nearest series are ${orList(near)}.` : undefined;
}

/** A series, or a file by the name or the number that `status` shows. @throws UsageError for what is none, or is several. */
function namedBy(store: Store, word: string, folder: string): Named {
  // A number means another file in another folder.
  const elsewhere = dataWords(folder);
  const files = store.imports.files().reverse();
  const base = path.basename(word);
  const byName = files.filter((f) => f.file === word);
  const found = byName.length > 0 ? byName : files.filter((f) => f.file === base);
  const [file, ...more] = found.length > 0 ? found : files.filter((f) => String(f.id) === word);
  if (file && more.length === 0) return { file };
  if (file) {
    const lines = tableOf(
      ["no.", "imported", "publisher", "rows", "file"],
      found.slice(0, LISTED).map((f) => [String(f.id), f.seen, f.publisher, String(f.rows), f.file]),
    ).map((line) => `  ${line}`);
    if (found.length > LISTED) lines.push(`  and ${found.length - LISTED} before these`);
    throw new UsageError(
      `forget: ${word} was imported ${found.length} times. Which one? Newest first:\n${lines.join("\n")}\nName it by its number, for example: ${RUN} forget ${file.id}${elsewhere}`,
    );
  }
  // Statistics of economies and the like are series, too, though no function names them by their id.
  if (store.observations.isPublished(word)) return { series: word };
  const series = seriesOf(word.trim().toUpperCase());
  if (series) return { series: series.id };
  throw new UsageError(
    `forget: expected a series, or a file by the name or the number that ${RUN} status shows, got ${shown(word)}${meantBy(word, files, elsewhere) ?? "."}`,
  );
}

function forgetSeries(store: Store, id: string, { io }: DataCall): boolean {
  const gone = store.forgetSeries(id, isoOf(io.now()));
  io.out(
    gone === 0
      ? `${id}: nothing was imported.`
      : `${id}: ${gone} rows forgotten. ${isSampleOn(store.feeds) ? "It serves sample data" : "Its cells say so"} until it is imported again.`,
  );
  return gone > 0;
}

/** Gives false where they were not taken back. */
function forgetFiles(store: Store, files: readonly LoggedFile[], { io }: DataCall): boolean {
  const names = files.map((f) => `${f.file} (${f.publisher}, imported ${f.seen})`).join(", ");
  const were = files.length === 1 ? "is" : "are";
  try {
    const { rows, back, gone, askedAnew, told } = takeBack(store, files, isoOf(io.now()));
    const place = back === 0 ? "and nothing else is there in their place" : `and in place of ${back} of them what others say is served again`;
    const sample =
      gone.length === 0 ? "" : ` Without any row now${isSampleOn(store.feeds) ? ", and sample data until it is imported again" : ""}: ${gone.join(", ")}.`;
    io.out(`${names} ${were} taken back: ${counted(rows, "row")} gone, ${place}.${sample} A rebuild leaves ${files.length === 1 ? "it" : "them"} out.`);
    if (askedAnew.length > 0) io.out(`With the next update these are asked for whole, in case something of theirs was hidden: ${askedAnew.join(", ")}.`);
    tellTakenAgain(io, told);
    return true;
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    io.err(`${names} ${were} not taken back: ${e.message}.`);
    return false;
  }
}

/** `data -- forget`: takes back what was imported for series, which serve sample data again until they are imported anew, or whole files that were wrong. */
export function forget(call: DataCall): number {
  const { words, folder, database } = call;
  if (words.length === 0) throw new UsageError(`forget: name at least one series or file, for example: ${RUN} forget DGS2, or: ${RUN} forget FILE`);
  if (!existsSync(database)) {
    throw new UsageError("forget: nothing is imported yet.");
  }
  const pid = updatingNow(database);
  if (pid !== undefined) throw new UsageError(`forget: an update is at work on this data (process ${pid}). Wait until it is done, or stop it.`);
  return withStore(database, (store) => {
    const named = words.map((word) => namedBy(store, word, folder));
    let any = false;
    const files = [...new Map(named.flatMap((one) => ("file" in one ? [[one.file.id, one.file] as const] : []))).values()];
    const taken = files.length === 0 || forgetFiles(store, files, call);
    for (const one of named) if ("series" in one) any = forgetSeries(store, one.series, call) || any;
    // A publisher that says "nothing has changed" would keep the series from ever coming back.
    if (any) store.feeds.forgetDocuments();
    return taken ? 0 : 1;
  });
}
