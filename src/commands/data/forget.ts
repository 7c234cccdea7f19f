import { existsSync } from "node:fs";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { isoOf } from "../../contract/dates";
import { nearest, orList } from "../../contract/nearest";
import { SERIES_IDS, seriesOf } from "../../contract/series";
import { isSampleOn } from "../../service/families/sample-switch";
import { removeDocuments } from "../../service/ingest/rebuild";
import { publisherOf } from "../../service/publishers/all";
import { RefusedFile } from "../../service/publishers/reading/text";
import type { LoggedFile } from "../../service/store/document-log";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { counted } from "../../contract/counted";
import { type DataCall, RUN, withStore } from "./data-io";
import { claimUpdate } from "./one-update";
import { tableOf } from "../terminal-words";
import { printRebuildNotices } from "./warnings";

type Named = { readonly series: string } | { readonly file: LoggedFile };

/** Maximum number of files of one name to list. */
const LISTED = 20;

/** Maximum number of files of a publisher to list. */
const NAMED = 5;

/** Suggestion for an unknown word; undefined if nothing is similar. */
function meantBy(word: string, files: readonly LoggedFile[], inFolder: string): string | undefined {
  if (/^\d+$/.test(word)) return ": no file has this number.";
  const publisher = publisherOf(word.toLowerCase());
  if (publisher) {
    const its = files.filter((f) => f.publisher === publisher.id);
    if (!its[0]) return ", a publisher without imported files.";
    const shownOnes = its.slice(0, NAMED).map((f) => `${f.id} (${f.file})`);
    const more = its.length > NAMED ? ` and ${its.length - NAMED} older` : "";
    return `, a publisher. Its files${its.length > 1 ? ", newest first" : ""}: ${shownOnes.join(", ")}${more}. For example: ${RUN} forget ${its[0].id}${inFolder}`;
  }
  // A name with a dot is a file name: suggest no series.
  const near = word.includes(".") ? [] : nearest(word, SERIES_IDS);
  return near.length > 0 ? `. The nearest series are ${orList(near)}.` : undefined;
}

/** Resolves a series, or a file by its name or number in `status`. @throws UsageError if unknown or ambiguous. */
function namedBy(store: Store, word: string, folder: string): Named {
  // Numbers differ by data folder, so the printed command names the folder.
  const inFolder = dataOption(folder);
  const files = store.imports.files().reverse();
  const base = path.basename(word);
  const byName = files.filter((f) => f.file === word);
  const found = byName.length > 0 ? byName : files.filter((f) => f.file === base);
  const [file, ...more] = found.length > 0 ? found : files.filter((f) => String(f.id) === word);
  if (file && more.length === 0) return { file };
  if (file) {
    const lines = tableOf(
      ["no.", "imported", "publisher", "rows", "file"],
      found.slice(0, LISTED).map((f) => [String(f.id), f.seen.slice(0, 10), f.publisher, String(f.rows), f.file]),
    ).map((line) => `  ${line}`);
    if (found.length > LISTED) lines.push(`  and ${found.length - LISTED} older`);
    throw new UsageError(
      `forget: ${word} was imported ${found.length} times. Which one? Newest first:\n${lines.join("\n")}\nName it by its number, for example: ${RUN} forget ${file.id}${inFolder}`,
    );
  }
  // Also series that no function accepts by id, such as statistics of economies.
  if (store.observations.isPublished(word)) return { series: word };
  const series = seriesOf(word.trim().toUpperCase());
  if (series) return { series: series.id };
  throw new UsageError(
    `forget: expected a series, or the name or number of a file in ${RUN} status, got ${shown(word)}${meantBy(word, files, inFolder) ?? "."}`,
  );
}

function forgetSeries(store: Store, id: string, { io }: DataCall): boolean {
  const gone = store.forgetSeries(id, isoOf(io.now()));
  io.out(
    gone === 0
      ? `${id}: nothing was imported.`
      : `${id}: ${counted(gone, "row")} removed. Until it is imported again, its cells show ${isSampleOn(store.decisions) ? "sample data" : "the reason"}.`,
  );
  return gone > 0;
}

/** Removes imported files. Returns false if that was refused. */
async function forgetFiles(store: Store, files: readonly LoggedFile[], { io }: DataCall): Promise<boolean> {
  const names = files.map((f) => `${f.file} (${f.publisher}, imported ${f.seen.slice(0, 10)})`).join(", ");
  const were = files.length === 1 ? "is" : "are";
  try {
    const { rows, back, gone, refetched, warnings } = await removeDocuments(store, files, isoOf(io.now()));
    const place = back === 0 ? "no other document replaces them" : `${back} of them replaced by values of other documents`;
    const sample =
      gone.length === 0 ? "" : ` No published rows are left${isSampleOn(store.decisions) ? ", so sample data is shown," : ""} for: ${gone.join(", ")}.`;
    io.out(`${names} ${were} removed: ${counted(rows, "row")} deleted, ${place}.${sample} A rebuild does not restore ${files.length === 1 ? "it" : "them"}.`);
    if (refetched.length > 0)
      io.out(`The next update fetches these completely, because the removed rows may have hidden some of theirs: ${refetched.join(", ")}.`);
    printRebuildNotices(io, warnings);
    return true;
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    io.err(`${names} ${were} not removed: ${e.message}.`);
    return false;
  }
}

/** `data -- forget`: removes imported series or files. */
export async function forgetCommand(call: DataCall): Promise<number> {
  const { words, folder, database } = call;
  if (words.length === 0) throw new UsageError(`forget: name at least one series or file, for example: ${RUN} forget DGS2, or: ${RUN} forget FILE`);
  if (!existsSync(database)) {
    throw new UsageError("forget: nothing is imported yet.");
  }
  return withStore(call, async (store) => {
    const release = claimUpdate("forget", database, store);
    try {
      const named = words.map((word) => namedBy(store, word, folder));
      const files = [...new Map(named.flatMap((one) => ("file" in one ? [[one.file.id, one.file] as const] : []))).values()];
      const taken = files.length === 0 || (await forgetFiles(store, files, call));
      // Without this, a publisher that answers "not modified" would never restore the series. Before it is removed: an interruption then costs only a fetch.
      if (named.some((one) => "series" in one)) await store.ledger.feeds.forgetDocuments();
      for (const one of named) if ("series" in one) forgetSeries(store, one.series, call);
      return taken ? 0 : 1;
    } finally {
      release();
    }
  });
}
