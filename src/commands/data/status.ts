import { shown } from "../../contract/arguments";
import { isSampleOn, SAMPLE_SWITCH } from "../../service/families/sample-switch";
import { isFilesOnly, isPublisherOn, nextDue } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { type FeedState, type FeedStates, UNTRIED } from "../../service/ledger/feeds";
import { DATASETS, type LeftOut, leftOutInWords, UNDATED } from "../../service/records/record";
import type { LoggedFile } from "../../service/store/document-log";
import type { ImportedSeries } from "../../service/store/observations";
import type { Store } from "../../service/store/store";
import { dataOption, UsageError } from "../io";
import { counted } from "../../contract/counted";
import { restoredWords } from "./activate";
import { bytesInWords, type DataCall, noDatabase, readingStore, RUN } from "./data-io";
import { groupEconomies } from "./group-economies";
import { SAMPLE_OFF } from "./enable";
import { updatingNow } from "./one-update";
import { noStatusJson, statusJson } from "./status-json";
import { tableOf } from "../terminal-words";
import { lostWords, outdatedWords, warnOfClock } from "./warnings";

const NONE = "–";
/** Maximum number of files to list, newest last: there may be thousands. */
const FILES = 30;
/** Maximum number of lines that could not be read. */
const LEFT_OUT = 10;
/** Line width; longer names are cut. Files can be named by number. */
const WIDTH = 100;
const DAY_TO_COME = "9999-12-31";

/** Formats a time to the minute; the table heads say UTC. */
const minute = (moment: string | undefined): string => (moment === undefined ? NONE : `${moment.slice(0, 10)} ${moment.slice(11, 16)}`);
const sorted = (texts: readonly (string | undefined)[]): string[] => texts.filter((t) => t !== undefined).sort();
const least = (texts: readonly (string | undefined)[]): string | undefined => sorted(texts)[0];
const most = (texts: readonly (string | undefined)[]): string | undefined => sorted(texts).at(-1);

/** Stored series and files. Read once: each is a scan of the store. */
interface Stored {
  readonly imported: readonly ImportedSeries[];
  /** Newest observation date of each publisher. */
  readonly newestOf: ReadonlyMap<string, string>;
  readonly files: readonly LoggedFile[];
  readonly states: FeedStates;
}

/** One line of the table: the latest attempt, success and day over all feeds, and the earliest due time. */
function lineOf({ decisions }: Store, publisher: Publisher, now: number, { newestOf, files, states: all }: Stored): string[] {
  const fetched = publisher.feeds.filter((f) => f.fetching && !f.fetching.onDemand);
  const states: readonly FeedState[] = fetched.map((f) => all.get(f.id) ?? UNTRIED);
  const parts = states.flatMap((s) => Object.values(s.parts));
  const on = isPublisherOn(decisions, publisher);
  const due = fetched.map((f, i) => {
    const state = states[i];
    if (state?.succeeded === undefined && state?.nextDue === undefined) return "now";
    return minute(state.nextDue ?? (f.fetching && new Date(nextDue(f.fetching.schedule, now)).toISOString()));
  });
  // For files imported by hand, the counts in the import log.
  const rows = parts.length > 0 ? parts.reduce((n, p) => n + p.rows, 0) : files.reduce((n, f) => n + (f.publisher === publisher.id ? f.rows : 0), 0);
  const newest = newestOf.get(publisher.id);
  return [
    publisher.id,
    isFilesOnly(publisher) ? "files only" : on ? "on" : "off",
    minute(most(states.map((s) => s.tried))),
    minute(most(states.map((s) => s.succeeded))),
    most(parts.map((p) => p.newest)) ?? newest ?? NONE,
    rows === 0 && parts.length === 0 ? NONE : String(rows),
    publisher.live ? "per cell" : fetched.length === 0 || !on ? NONE : due.includes("now") ? "now" : (least(due) ?? NONE),
  ];
}

function publishers(store: Store, held: Stored, { database, io }: DataCall): void {
  const heads = ["publisher", "is", "last try (UTC)", "last good (UTC)", "newest", "rows", "next due (UTC)"];
  const lines = PUBLISHERS.map((p) => lineOf(store, p, io.now(), held));
  tableOf(heads, lines).forEach((line) => io.out(line));
  const pid = updatingNow(database);
  if (pid !== undefined) io.out(`An update is running (process ${pid}). Feeds that it has not reached may show below as stopped.`);
  for (const feed of PUBLISHERS.filter((p) => isPublisherOn(store.decisions, p)).flatMap((p) => p.feeds)) {
    const { failure, succeeded } = held.states.get(feed.id) ?? UNTRIED;
    if (failure === undefined) continue;
    io.out(`${feed.id}: ${failure}${succeeded === undefined ? "" : ` Data up to ${minute(succeeded)} is still served.`}`);
  }
  const due = lines.filter((line) => line.at(-1) === "now").length;
  const off = PUBLISHERS.filter((p) => !isPublisherOn(store.decisions, p) && !isFilesOnly(p));
  if (due > 0 && pid === undefined) io.out(`${counted(due, "publisher")} due now. To fetch, type: ${RUN} update`);
  if (off[0]) io.out(`${off.length} off until you accept their terms: ${RUN} enable ${off[0].id}`);
  io.out("");
}

/** Lists the lines of documents that could not be read, the newest first. */
function leftOut({ records }: Store, io: DataCall["io"]): void {
  const lines = [...records.across<LeftOut>("left_out", "0001-01-01", DAY_TO_COME, DAY_TO_COME)].sort((a, b) => (a.date < b.date ? 1 : -1));
  if (lines.length === 0) return;
  io.out(`${counted(lines.length, "line")} of documents could not be read and ${lines.length === 1 ? "was" : "were"} left out:`);
  for (const { entity, date, body } of lines.slice(0, LEFT_OUT)) io.out(`  ${entity} ${date} ${leftOutInWords(body)}.`);
  if (lines.length > LEFT_OUT) io.out(`  and ${lines.length - LEFT_OUT} more`);
  io.out("");
}

const cut = (line: string): string => (line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`);

/** True if feeds were fetched and all failed: the data is getting old, and monitoring should see it in the exit status. */
function everyFeedFailed({ decisions }: Store, states: FeedStates): boolean {
  const tried = PUBLISHERS.filter((p) => isPublisherOn(decisions, p))
    .flatMap((p) => p.feeds.map((f) => states.get(f.id) ?? UNTRIED))
    .filter((state) => state.tried !== undefined);
  return tried.length > 0 && tried.every((state) => state.failure !== undefined);
}

/** `data -- status --json`: the same for monitoring. Also a database that is missing or cannot be read is a state. */
async function asJson({ database, io }: DataCall): Promise<number> {
  const none = noDatabase(database);
  let shown: Awaited<ReturnType<typeof statusJson>>;
  try {
    shown =
      none === undefined ? await readingStore(database, (store) => statusJson(store, database, io.now())) : noStatusJson("missing", database, io.now(), none);
  } catch (e) {
    shown = noStatusJson("unreadable", database, io.now(), e instanceof Error ? e.message : String(e));
  }
  io.out(shown.text);
  return shown.exit;
}

/** `data -- status`: fetch status by publisher with each failure, then the stored series and files. */
export async function statusCommand(call: DataCall): Promise<number> {
  const { words, folder, database, io } = call;
  if (words.length > 0) throw new UsageError(`status takes no arguments, got ${shown(words[0])}.`);
  if (call.options.json) return asJson(call);
  return readingStore(database, async (store) => {
    const none = noDatabase(database);
    if (none !== undefined) io.err(none);
    const waits = await restoredWords(store, folder);
    if (waits !== undefined) io.out(waits);
    const rules = outdatedWords(store, folder);
    if (rules !== undefined) io.out(rules);
    const lost = lostWords(store);
    if (lost !== undefined) io.err(lost);
    const imported = store.observations.imported();
    const logged = store.imports.files();
    const sample = isSampleOn(store.decisions);
    if (!sample) io.out(`${SAMPLE_OFF} To turn it on, type: ${RUN} enable ${SAMPLE_SWITCH}${dataOption(folder)}`);
    const states = await store.ledger.feeds.states();
    publishers(store, { imported, newestOf: store.observations.newestOfSources(), files: logged, states }, call);
    const shaped = DATASETS.filter((dataset) => store.records.any(dataset));
    const held = store.institutions.summary();
    warnOfClock(store, call);
    const failed = everyFeedFailed(store, states);
    if (failed) io.err("Every feed failed at its last fetch. The reasons are above.");
    const outcome = failed ? 1 : 0;
    if (imported.length + shaped.length + held.count === 0) {
      const shows = sample ? "all answers are sample data" : "cells show a reason, because sample data is off";
      io.out(`Nothing is imported yet: ${shows}. Next, type: ${RUN} update (fetches from the publishers), or ${RUN} import treasury FILE`);
      return outcome;
    }
    if (imported.length > 0) {
      const series = groupEconomies(imported, (name, of) => ({
        series: name,
        observations: of.reduce((n, s) => n + s.observations, 0),
        first: least(of.filter((s) => s.observations > 0).map((s) => s.first)) ?? NONE,
        last: most(of.filter((s) => s.observations > 0).map((s) => s.last)) ?? NONE,
        sources: [...new Set(of.flatMap((s) => s.sources))],
      })).map((s) => [s.series, String(s.observations), s.first, s.last, s.sources.join(", ")]);
      tableOf(["series", "values", "first", "last", "source"], series).forEach((line) => io.out(cut(line)));
      io.out("");
    }
    if (shaped.length + held.count > 0) {
      const rows = shaped.map((d) => [d, String(store.records.count(d)), (UNDATED.has(d) ? undefined : store.records.newest(d, DAY_TO_COME)) ?? NONE]);
      if (held.count > 0) rows.push(["holding", String(held.count), held.newest ?? NONE]);
      tableOf(["rows of", "count", "newest"], rows).forEach((line) => io.out(line));
      io.out("");
    }
    leftOut(store, io);
    const files = logged.map((f) => [String(f.id), f.seen.slice(0, 10), f.publisher, String(f.rows), f.file]);
    tableOf(["no.", "imported", "publisher", "rows", "file"], files.slice(-FILES)).forEach((line) => io.out(cut(line)));
    if (files.length > FILES) io.out(`and ${counted(files.length - FILES, "older file")}`);
    const { documents, bytes } = store.archive.size();
    io.out(`Stored documents: ${documents}, ${bytesInWords(bytes)}. To remove a wrong file, type: ${RUN} forget NO.`);
    return outcome;
  });
}
