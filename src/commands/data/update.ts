import { counted } from "../../contract/counted";
import { nodeTransport, Stopped } from "../../service/ingest/transport";
import { isFilesOnly, isPublisherOn } from "../../service/ingest/due";
import { update as fetchDue } from "../../service/ingest/update";
import type { FeedUpdate } from "../../service/ingest/update-feed";
import { PUBLISHERS } from "../../service/publishers/all";
import { gdelt } from "../../service/publishers/gdelt/gdelt";
import type { Publisher } from "../../service/publishers/publisher";
import { keywordOf, queryOf } from "../../service/records/report-counts";
import { MAX_KEYWORDS } from "../../service/ledger/counting";
import { UsageError } from "../io";
import { networkTrusting } from "../network-of";
import { onStop, processStops } from "../until-stopped";
import { type DataCall, type DataIo, publishersNamed, RUN, withStore } from "./data-io";
import { claimUpdate } from "./one-update";
import { tableOf } from "../terminal-words";
import { duePublishers, publisherIdOf, type UpdateEvent } from "./update-events";

interface EndedFeed {
  readonly publisher: string;
  readonly update: FeedUpdate;
}

/** Table of an update's results, one line per publisher. Empty for a single publisher: its feeds were printed. */
export function sumByPublisher(publishers: readonly Pick<Publisher, "id">[], ended: readonly EndedFeed[]): string[] {
  const lines = publishers.flatMap(({ id }) => {
    const updates = ended.filter((e) => e.publisher === id).map((e) => e.update);
    if (updates.length === 0) return [];
    const sum = (of: (u: FeedUpdate) => number): string => String(updates.reduce((n, u) => n + of(u), 0));
    const waiting = updates.filter((u) => u.waiting !== undefined).length;
    const failed = updates.filter((u) => u.failures.length > 0).length;
    const how = [...(failed > 0 ? [`${failed} failed`] : []), ...(waiting > 0 ? [`${waiting} not fetched`] : [])].join(", ") || "ok";
    return [[id, String(updates.length), sum((u) => u.documents), sum((u) => u.unchanged), sum((u) => u.added), sum((u) => u.changed), how]];
  });
  return lines.length < 2 ? [] : ["", ...tableOf(["publisher", "feeds", "documents", "unchanged", "new rows", "changed", "result"], lines)];
}

/** Interval of progress lines. */
const PROGRESS_EVERY_MS = 5_000;
/** Maximum line width: a wrapped line would look like two. */
const WIDTH = 100;

/** Prints the progress of all running feeds in one line every few seconds; works in a terminal and in a pipe. */
export function progressLine({ out, now }: Pick<DataIo, "out" | "now">) {
  const running = new Map<string, string>();
  let lastLine = now();

  function line(): string {
    const all = [...running].map(([feed, words]) => `${feed}: ${words}`);
    const lineOf = (n: number): string => `  ${[...all.slice(0, n), ...(n < all.length ? [`and ${all.length - n} more`] : [])].join("; ")} …`;
    let shown = all.length;
    while (shown > 1 && lineOf(shown).length > WIDTH) shown--;
    return lineOf(shown);
  }

  return {
    /** Documents, or bytes, of a feed that are done. */
    at: (feed: string, done: number, of: number, bytes?: boolean): void => {
      if (done === of) return void running.delete(feed);
      running.set(feed, bytes ? `${Math.floor((100 * done) / of)} % read` : `${done} of ${of} documents`);
      if (now() - lastLine < PROGRESS_EVERY_MS) return;
      lastLine = now();
      out(line());
    },
    end: (feed: string) => void running.delete(feed),
  };
}

/** The contact for the request header: one line without parentheses. */
function contactOf({ options, io }: DataCall): string | undefined {
  const contact = (options.contact ?? io.env?.SERVICE_CONTACT)?.trim();
  if (contact === undefined || (contact === "" && options.contact === undefined)) return undefined;
  if (!/^[\x21-\x27\x2a-\x7e][\x20-\x27\x2a-\x7e]{2,119}$/.test(contact))
    throw new UsageError("--contact: expected a name or address where a publisher can reach you, such as you@example.org.");
  return contact;
}

function tickersOf({ options, words }: DataCall): string[] | undefined {
  if (options.tickers === undefined) return undefined;
  if (words.length === 0) throw new UsageError(`--tickers: also name the publisher, for example: ${RUN} update sec --tickers AAPL,MSFT`);
  const tickers = options.tickers
    .split(",")
    .map((t) => t.trim().toUpperCase())
    .filter((t) => t !== "");
  const wrong = tickers.find((t) => !/^[A-Z0-9^][A-Z0-9.\-/^=]{0,11}$/.test(t));
  if (tickers.length === 0 || wrong !== undefined)
    throw new UsageError(`--tickers: expected tickers separated by commas, such as AAPL,MSFT, got "${wrong ?? ""}".`);
  return tickers;
}

/** The keywords of `--keywords`, normalised as in cells. */
function keywordsOf({ options, words }: DataCall): string[] | undefined {
  if (options.keywords === undefined) return undefined;
  if (words.length !== 1 || words[0]?.toLowerCase() !== gdelt.id)
    throw new UsageError(`--keywords: only for GDELT, for example: ${RUN} update gdelt --keywords "oil,trade war"`);
  const keywords = [...new Set(options.keywords.split(",").map(keywordOf))].filter((k) => k !== "");
  const wrong = keywords.find((k) => k.length > 80 || queryOf(k) === undefined);
  if (keywords.length === 0 || wrong !== undefined)
    throw new UsageError(`--keywords: expected plain words, keywords separated by commas, such as "oil,trade war", got "${wrong ?? ""}".`);
  if (keywords.length > MAX_KEYWORDS) throw new UsageError(`--keywords: expected at most ${MAX_KEYWORDS} keywords, got ${keywords.length}.`);
  return keywords;
}

function printUpdate(io: DataIo, { feed, documents, unchanged, added, changed, failures, leftOut, notices, waiting }: FeedUpdate): void {
  if (waiting !== undefined) return io.out(`  ${feed}: not fetched. ${waiting} Options: ${RUN} help`);
  const came = [
    counted(documents, "document"),
    ...(unchanged > 0 ? [`${unchanged} unchanged since last time`] : []),
    `${added} new rows`,
    `${changed} changed`,
  ];
  if (documents + unchanged > 0 || failures.length === 0) io.out(`  ${feed}: ${came.join(", ")}.`);
  if (leftOut.length > 0) io.out(`  ${feed}: ${leftOut.length} skipped, because the service does not use them; the first: ${leftOut[0] ?? ""}`);
  notices.slice(0, 3).forEach((sentence) => io.out(`  ${feed}: ${sentence}`));
  if (notices.length > 3) io.out(`  ${feed}: and ${notices.length - 3} more notices.`);
  failures.slice(0, 3).forEach((sentence) => io.err(`  ${feed}: ${sentence}`));
  if (failures.length > 3) io.err(`  ${feed}: and ${failures.length - 3} more documents failed.`);
}

function chosen(call: DataCall): (decisions: Parameters<typeof isPublisherOn>[0]) => Publisher[] {
  const named = publishersNamed("update", call.words);
  return (decisions) => {
    const files = named.find(isFilesOnly);
    if (files) throw new UsageError(`update: ${files.id} is not fetched. Download its files and type: ${RUN} import ${files.id} FILE`);
    const off = named.find((p) => !isPublisherOn(decisions, p));
    if (off) throw new UsageError(`update: ${off.id} is off. To read its terms and turn it on, type: ${RUN} enable ${off.id}`);
    const live = named.find((p) => p.live);
    if (live) throw new UsageError(`update: ${live.id} is fetched by cells directly and not stored, so there is nothing to update.`);
    return named.length > 0 ? named : [...PUBLISHERS];
  };
}

/** `data -- update`: fetches what is due; with `--all`, or for named tickers or keywords, everything. With `--json`, prints events. Returns the exit status. */
export async function updateCommand(call: DataCall): Promise<number> {
  const { options, database, io, words } = call;
  const contact = contactOf(call);
  const tickers = tickersOf(call);
  const keywords = keywordsOf(call);
  if (options.bulk && !words.includes("sec")) throw new UsageError(`--bulk: only for the SEC, for example: ${RUN} update sec --bulk`);
  const publishersOf = chosen(call);
  const transport = io.transport ?? nodeTransport(io.now, networkTrusting(options.ca, io));
  const stopper = new AbortController();
  const stop = io.stop ?? stopper.signal;
  // On Ctrl+C and on signals: discards the current document, keeps earlier ones.
  const release = [onStop(() => stopper.abort(), processStops(io.env ?? {}))];
  const line = progressLine(io);
  const emit = options.json === true ? (event: UpdateEvent): void => io.out(JSON.stringify(event)) : undefined;
  const ended: EndedFeed[] = [];
  try {
    // Ctrl+C must reach it while it waits for another command.
    return await withStore({ ...call, waits: false }, async (store) => {
      const publishers = publishersOf(store.decisions);
      release.push(claimUpdate("update", database, store));
      if (keywords) await store.ledger.keywords.add(keywords, io.now());
      const how = {
        all: options.all === true || tickers !== undefined || keywords !== undefined,
        patient: options.patient === true,
        bulk: options.bulk === true,
      };
      emit?.({ event: "due", publishers: await duePublishers(store, publishers, transport.now(), how) });
      const updates = await fetchDue({
        store,
        publishers,
        transport,
        stop,
        contact,
        tickers,
        keywords,
        ...how,
        began: ({ id }) => emit?.({ event: "began", publisher: publisherIdOf(id), feed: id }),
        progress: ({ id }, done, of, bytes) =>
          emit
            ? emit({ event: "progress", publisher: publisherIdOf(id), feed: id, done, of, ...(bytes ? { bytes: true } : {}) })
            : line.at(id, done, of, bytes),
        ended: (publisher, result) => {
          if (emit) return emit({ event: "ended", publisher: publisher.id, ...result });
          line.end(result.feed);
          printUpdate(io, result);
          ended.push({ publisher: publisher.id, update: result });
        },
      });
      if (emit) return updates.some((u) => u.failures.length > 0) ? 1 : 0;
      if (!options.patient) sumByPublisher(PUBLISHERS, ended).forEach((line) => io.out(line));
      const failed = updates.filter((u) => u.failures.length > 0).length;
      if (updates.length === 0)
        io.out(`Nothing is due. For due times, type: ${RUN} status. To fetch everything now, type: ${[RUN, "update", ...words, "--all"].join(" ")}`);
      else if (failed > 0) io.out(`${failed} of ${counted(updates.length, "feed")} failed; their earlier data is still served. Details: ${RUN} status`);
      const off = words.length > 0 ? [] : publishers.filter((p) => !isPublisherOn(store.decisions, p) && !isFilesOnly(p)).map((p) => p.id);
      if (off.length > 0 && !options.patient) io.out(`Off, not fetched: ${off.join(", ")}. To read the terms and turn one on, type: ${RUN} enable ${off[0]}`);
      return failed > 0 ? 1 : 0;
    });
  } catch (e) {
    if (!(e instanceof Stopped)) throw e;
    io.err(`Stopped. Complete documents are kept; nothing is partly imported. To continue, type: ${[RUN, "update", ...words].join(" ")}`);
    return 1;
  } finally {
    release.forEach((end) => end());
  }
}
