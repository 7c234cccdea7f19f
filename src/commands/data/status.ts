import { shown } from "../../contract/arguments";
import { isSampleOn, SAMPLE_SWITCH } from "../../service/families/sample-switch";
import { isFilesOnly, isOn } from "../../service/ingest/is-on";
import { nextDue } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import type { Publisher } from "../../service/publishers/publisher";
import { databaseFault } from "../../service/store/database-fault";
import { DamagedDatabase } from "../../service/store/open-database";
import type { FeedState } from "../../service/store/feeds";
import { DATASETS, UNDATED } from "../../service/records/record";
import type { LoggedFile } from "../../service/store/import-log";
import type { ImportedSeries } from "../../service/store/observations";
import type { Store } from "../../service/store/store";
import { openStore } from "../../service/store/store";
import { dataWords, UsageError } from "../io";
import { counted } from "../../contract/counted";
import { lookingAt, NotReadable, RUN, type DataCall } from "./data-io";
import { economiesTogether } from "./economies-together";
import { SAMPLE_OFF } from "./enable";
import { updatingNow } from "./one-update";
import { tableOf } from "./table-of";

const NONE = "–";
/** Filings come by the thousand: the last ones are listed. */
const FILES = 30;
/** What a terminal shows in one line; longer names are cut, and have a number to be named by. */
const WIDTH = 100;
const DAY_TO_COME = "9999-12-31";

/** Minutes are enough, and it is said once in the head that they are UTC. */
const minute = (moment: string | undefined): string => (moment === undefined ? NONE : `${moment.slice(0, 10)} ${moment.slice(11, 16)}`);
const least = (texts: readonly (string | undefined)[]): string | undefined => texts.filter((t) => t !== undefined).sort()[0];
const most = (texts: readonly (string | undefined)[]): string | undefined =>
  texts
    .filter((t) => t !== undefined)
    .sort()
    .pop();

/** What is kept, by series and by file: each is a walk through the store, so it is read once. */
interface Held {
  readonly imported: readonly ImportedSeries[];
  /** The newest day of what each publisher says. */
  readonly newestOf: ReadonlyMap<string, string>;
  readonly files: readonly LoggedFile[];
}

/** One line of the table; of several feeds the last try and success, the newest day, and the one that is due first. */
function lineOf({ feeds }: Store, publisher: Publisher, now: number, { newestOf, files }: Held): string[] {
  const fetched = publisher.feeds.filter((f) => f.fetching && !f.fetching.onDemand);
  const states: readonly FeedState[] = fetched.map((f) => feeds.state(f.id));
  const parts = states.flatMap((s) => Object.values(s.parts));
  const on = isOn(feeds, publisher);
  const due = fetched.map((f, i) => {
    const state = states[i];
    if (state?.succeeded === undefined && state?.nextDue === undefined) return "now";
    return minute(state.nextDue ?? (f.fetching && new Date(nextDue(f.fetching.schedule, now)).toISOString()));
  });
  // Of what a person brought as files alone, what the log says of them.
  const rows = parts.length > 0 ? parts.reduce((n, p) => n + p.rows, 0) : files.reduce((n, f) => n + (f.publisher === publisher.id ? f.rows : 0), 0);
  const newest = newestOf.get(publisher.id);
  return [
    publisher.id,
    isFilesOnly(publisher) ? "files only" : on ? "on" : "off",
    minute(most(states.map((s) => s.tried))),
    minute(most(states.map((s) => s.succeeded))),
    most(parts.map((p) => p.newest)) ?? newest ?? NONE,
    rows === 0 && parts.length === 0 ? NONE : String(rows),
    publisher.live ? "asked by cells" : fetched.length === 0 || !on ? NONE : due.includes("now") ? "now" : (least(due) ?? NONE),
  ];
}

function publishers(store: Store, held: Held, { database, io }: DataCall): void {
  const heads = ["publisher", "is", "last try (UTC)", "last good (UTC)", "newest", "rows", "next due (UTC)"];
  const lines = PUBLISHERS.map((p) => lineOf(store, p, io.now(), held));
  tableOf(heads, lines).forEach((line) => io.out(line));
  const pid = updatingNow(database);
  if (pid !== undefined) io.out(`An update is at work (process ${pid}): a feed that it has not done yet says below that it was stopped.`);
  for (const feed of PUBLISHERS.filter((p) => isOn(store.feeds, p)).flatMap((p) => p.feeds)) {
    const { failure, succeeded } = store.feeds.state(feed.id);
    if (failure === undefined) continue;
    io.out(`${feed.id}: ${failure}${succeeded === undefined ? "" : ` What came until ${minute(succeeded)} goes on being served.`}`);
  }
  const due = lines.filter((line) => line.at(-1) === "now").length;
  const off = PUBLISHERS.filter((p) => !isOn(store.feeds, p) && !isFilesOnly(p));
  if (due > 0 && pid === undefined) io.out(`${counted(due, "publisher")} due now. To ask them, type: ${RUN} update`);
  if (off[0]) io.out(`${off.length} off until you have read their terms: ${RUN} enable ${off[0].id}`);
  io.out("");
}

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

const cut = (line: string): string => (line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`);

function openedToLook(database: string): Store {
  try {
    return openStore({ path: lookingAt(database), look: true });
  } catch (e) {
    const fault = e instanceof DamagedDatabase ? undefined : databaseFault(e);
    throw fault === undefined ? e : new NotReadable(`${database} cannot be read, so it is not known what is imported: ${fault}.`);
  }
}

/** True if feeds were asked and none came: then what is kept grows old, and whoever watches this command must hear of it. */
function everyFeedFailed({ feeds }: Store): boolean {
  const tried = PUBLISHERS.filter((p) => isOn(feeds, p))
    .flatMap((p) => p.feeds.map((f) => feeds.state(f.id)))
    .filter((state) => state.tried !== undefined);
  return tried.length > 0 && tried.every((state) => state.failure !== undefined);
}

/** `data -- status`: how fetching stands by publisher, with a sentence for each failure; then what is kept, by series and by file. */
export function status(call: DataCall): number {
  const { words, folder, database, io } = call;
  if (words.length > 0) throw new UsageError(`status takes no further word, got ${shown(words[0])}.`);
  // Nothing is made by looking.
  const store = openedToLook(database);
  try {
    const imported = store.observations.imported();
    const logged = store.imports.files();
    const sample = isSampleOn(store.feeds);
    if (!sample) io.out(`${SAMPLE_OFF} To have it again, type: ${RUN} enable ${SAMPLE_SWITCH}${dataWords(folder)}`);
    publishers(store, { imported, newestOf: store.observations.newestOfSources(), files: logged }, call);
    const shaped = DATASETS.filter((dataset) => store.records.any(dataset));
    const held = store.institutions.summary();
    const failed = everyFeedFailed(store);
    if (failed) io.err("Every feed failed when it was last asked; the lines above say why.");
    const outcome = failed ? 1 : 0;
    if (imported.length + shaped.length + held.count === 0) {
      const rests = sample ? "every answer rests on sample data" : "every cell shows the reason, because sample data is off";
      io.out(`Nothing is imported yet: ${rests}. Next, type: ${RUN} update (asks the publishers), or ${RUN} import treasury FILE`);
      return outcome;
    }
    if (imported.length > 0) {
      const series = economiesTogether(imported, (name, of) => ({
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
    const files = logged.map((f) => [String(f.id), f.seen, f.publisher, String(f.rows), f.file]);
    tableOf(["no.", "imported", "publisher", "rows", "file"], files.slice(-FILES)).forEach((line) => io.out(cut(line)));
    if (files.length > FILES) io.out(`and ${counted(files.length - FILES, "file")} before these`);
    const { documents, bytes } = store.archive.size();
    io.out(`Documents kept: ${documents}, ${sizeOf(bytes)}. To take a wrong file back: ${RUN} forget NO.`);
    return outcome;
  } finally {
    store.close();
  }
}
