import { existsSync } from "node:fs";
import path from "node:path";
import { isoOf } from "../../contract/dates";
import { isSampleOn } from "../../service/families/sample-switch";
import { takeBack } from "../../service/fetching/take-back";
import { RefusedFile } from "../../service/publishers/refused-file";
import { curated } from "../../service/publishers/series/two-columns";
import type { LoggedFile } from "../../service/store/import-log";
import type { Store } from "../../service/store/store";
import { Mistyped } from "../io";
import { counted } from "../../service/families/counted";
import { RUN, withStore, type DataCall } from "./data-io";
import { incompleteInWords } from "./incomplete-in-words";
import { updatingNow } from "./one-update";
import { tableOf } from "./table-of";

type Named = { readonly series: string } | { readonly file: LoggedFile };

/** So many of one name are listed. */
const LISTED = 20;

function seriesNamed(word: string): { readonly series: string } | string {
  try {
    return { series: curated(word).id };
  } catch (e) {
    if (e instanceof RefusedFile) return e.sentence;
    throw e;
  }
}

/** A series, or a file by the name or the number that `status` shows. @throws Mistyped for what is none, or is several. */
function namedBy(store: Store, word: string): Named {
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
    throw new Mistyped(
      `forget: ${word} was imported ${found.length} times. Which one? Newest first:\n${lines.join("\n")}\nName it by its number, for example: ${RUN} forget ${file.id}`,
    );
  }
  // Statistics of economies and the like are series, too, though no function names them by their id.
  if (store.observations.isReal(word)) return { series: word };
  const series = seriesNamed(word);
  if (typeof series !== "string") return series;
  throw new Mistyped(`forget: ${series}. Nor is it the name or the number of a file that was imported and has brought something; ${RUN} status lists both.`);
}

function forgetSeries(store: Store, id: string, { io }: DataCall): boolean {
  const gone = store.observations.forget(id, isoOf(io.now()));
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
    const { rows, back, gone, askedAnew, incomplete } = takeBack(store, files, isoOf(io.now()));
    const place = back === 0 ? "and nothing else is there in their place" : `and in place of ${back} of them what others say is served again`;
    const sample =
      gone.length === 0 ? "" : ` Without any row now${isSampleOn(store.feeds) ? ", and sample data until it is imported again" : ""}: ${gone.join(", ")}.`;
    io.out(`${names} ${were} taken back: ${counted(rows, "row")} gone, ${place}.${sample} A rebuild leaves ${files.length === 1 ? "it" : "them"} out.`);
    if (askedAnew.length > 0) io.out(`With the next update these are asked for whole, in case something of theirs was hidden: ${askedAnew.join(", ")}.`);
    if (incomplete.length > 0) io.out(incompleteInWords(incomplete));
    return true;
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    io.err(`${names} ${were} not taken back: ${e.message}.`);
    return false;
  }
}

/** `data -- forget`: takes back what was imported for series, which serve sample data again until they are imported anew, or whole files that were wrong. */
export function forget(call: DataCall): number {
  const { words, database } = call;
  if (words.length === 0) throw new Mistyped(`forget: name at least one series or file, for example: ${RUN} forget DGS2, or: ${RUN} forget FILE`);
  if (!existsSync(database)) {
    const wrong = words.map(seriesNamed).find((s) => typeof s === "string");
    throw new Mistyped(`forget: nothing is imported yet.${wrong === undefined ? "" : ` And ${wrong}.`}`);
  }
  const pid = updatingNow(database);
  if (pid !== undefined) throw new Mistyped(`forget: an update is at work on this data (process ${pid}). Wait until it is done, or stop it.`);
  return withStore(database, (store) => {
    const named = words.map((word) => namedBy(store, word));
    let any = false;
    const files = [...new Map(named.flatMap((one) => ("file" in one ? [[one.file.id, one.file] as const] : []))).values()];
    const taken = files.length === 0 || forgetFiles(store, files, call);
    for (const one of named) if ("series" in one) any = forgetSeries(store, one.series, call) || any;
    // A publisher that says "nothing has changed" would keep the series from ever coming back.
    if (any) store.feeds.forgetDocuments();
    return taken ? 0 : 1;
  });
}
