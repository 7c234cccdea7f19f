import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { counted } from "../../contract/counted";
import { endWithNearest } from "../../contract/nearest";
import { seriesOf } from "../../contract/series";
import { type Incoming, parseByFeed, whenReceived } from "../../service/ingest/ingest-document";
import { publisherOf, PUBLISHERS } from "../../service/publishers/all";
import { curated, ownSeries } from "../../service/publishers/own/series";
import type { Document, Feed, Publisher } from "../../service/publishers/publisher";
import { headOf } from "../../service/publishers/reading/read-json";
import { MAX_FILE_BYTES, RefusedFile } from "../../service/publishers/reading/text";
import { documentOf, openDocument, sha256Of } from "../../service/store/archive";
import { UsageError } from "../io";
import { RUN } from "./data-io";

/** The curated series of this id. @throws UsageError for an unknown id, with the nearest known ones. */
function curatedSeries(id: string): ReturnType<typeof curated> {
  try {
    return curated(id);
  } catch (e) {
    throw e instanceof RefusedFile ? new UsageError(`${e.sentence} docs/functions.md lists the series.`) : e;
  }
}

/** Valid words after `import`: publishers whose data may be stored, and `series`. */
const KINDS = [...PUBLISHERS.filter((p) => !p.live).map((p) => p.id), "series"];

/** Runs a file operation. @throws UsageError if this user may not read the file. */
function permitted<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (e) {
    if (!["EACCES", "EPERM"].includes((e as NodeJS.ErrnoException).code ?? "")) throw e;
    throw new UsageError(
      `${name}: this user may not read the file (root acts as the owner of the data folder). Copy it to where the owner can read it, such as /tmp.`,
    );
  }
}

/** Bytes of a file by which it is recognised. */
const HEAD = 64 * 1024;
/** Size in bytes of the parts of a split file, at most. */
const SPLIT_AT = 60_000_000;

/** The first whole lines of a file. */
function headOfFile(file: string): Document {
  const document = openDocument(file);
  try {
    const bytes = document.read(0, HEAD);
    return { name: document.name, bytes: bytes.subarray(0, bytes.lastIndexOf(10) + 1) };
  } finally {
    document.close();
  }
}

/** The beginning of XML, JSON, an archive or other bytes than text, which cannot be split by lines. */
const NO_TABLE = /^\s*[<{[]|^PK|\0/;

/** A command that splits a text by lines, each part with the first line. */
const splitCommand = (name: string): string =>
  `LC_ALL=C awk 'NR==1{h=$0;next} !n||s>=${SPLIT_AT}{if(n)close(f);f="part-"++n".csv";print h>f;s=0} {print>f;s+=length($0)+1}' ${JSON.stringify(name)}`;

/** @throws RefusedFile for a file that is read as a whole and is too large for that: how to split it, or where it belongs. */
function refuseTooLarge(name: string, head: Document, size: number, kind: string): never {
  const most = `${MAX_FILE_BYTES / 1024 / 1024} MiB`;
  const got = `${Math.ceil(size / 1024 / 1024)} MiB`;
  const other = recognisedBy(kind, head);
  if (other !== undefined) throw new RefusedFile(`${name}: ${other}`);
  if (head.bytes.length === 0 || NO_TABLE.test(headOf(head.bytes)))
    throw new RefusedFile(`${name}: expected a file of at most ${most}, got ${got}, more than any published document; check that it is the right one`);
  const command = process.platform === "win32" ? ". " : `:\n  ${splitCommand(name)}\n`;
  throw new RefusedFile(
    `${name}: expected a file of at most ${most}, got ${got}. Split it by lines into ${Math.ceil(size / SPLIT_AT)} files, each with the header line${command}Then import one after the other`,
  );
}

/** Reads a file as typed. */
function fileNamed(name: string, cwd: string, received: string, takenBy: Pick<Incoming, "feeds" | "refuseUnknown">, kind: string): Incoming {
  const file = path.resolve(cwd, name);
  const stat = permitted(name, () => statSync(file, { throwIfNoEntry: false }));
  if (!stat) throw new UsageError(`${name}: file not found. Check the name, or give the path from ${cwd}.`);
  if (stat.isDirectory()) throw new UsageError(`${name} is a folder. Name the files in it.`);
  if (stat.size > MAX_FILE_BYTES)
    refuseTooLarge(
      name,
      permitted(name, () => headOfFile(file)),
      stat.size,
      kind,
    );
  const bytes = permitted(name, () => readFileSync(file));
  return { ...takenBy, label: name, document: { name: path.basename(file), bytes, ...whenReceived(received) }, sha256: sha256Of(bytes) };
}

/** The refusal of a file of `import KIND`: its name, line and reason, or the publisher that it belongs to. */
export const fileRefusalOf =
  (kind: string) =>
  ({ line, sentence }: RefusedFile, { label, document }: Incoming): RefusedFile =>
    new RefusedFile(`${label}${line === undefined ? "" : `, line ${line}`}: ${recognisedBy(kind, document) ?? sentence}`);

/** The publisher of a document that the named publisher does not know. */
function recognisedBy(kind: string, document: Document): string | undefined {
  const knows = (publisher: Publisher) => publisher.feeds.find((feed) => !feed.large && feed.recognises(document));
  const named = publisherOf(kind);
  if (!named || knows(named)) return undefined;
  for (const publisher of PUBLISHERS) {
    const feed = publisher.live ? undefined : knows(publisher);
    // The first lines may match several feeds: accept one that can parse it.
    if (feed && canRead(feed, document)) return `this looks like ${feed.title}; import it with ${RUN} import ${publisher.id}`;
  }
  return undefined;
}

function canRead(feed: Feed, document: Document): boolean {
  try {
    // A list may be long: its first part decides.
    for (const { rows } of feed.list?.parts(documentOf(document.name, document.bytes), {}) ?? []) return rows.length > 0;
    const { rows, records, reports = [] } = parseByFeed([feed], document);
    return rows.length + records.length + reports.length > 0;
  } catch (e) {
    if (e instanceof RefusedFile) return false;
    throw e;
  }
}

/**
 * Reads the files named after `import`, with the feeds that may match them.
 *
 * `received` is the moment of the import, as ISO 8601 in UTC, or its day.
 *
 * @throws UsageError if the words are invalid.
 */
export function filesOf(words: readonly string[], cwd: string, received: string): Incoming[] {
  const [typed, ...names] = words;
  const kind = typed?.toLowerCase();
  if (kind === "series") {
    const [id, name, ...more] = names;
    if (id === undefined || name === undefined || more.length > 0)
      throw new UsageError(
        `import series: expected an id and one file, got ${counted(names.length, "word")}. For example: ${RUN} import series DGS10 dgs10.csv`,
      );
    const series = curatedSeries(id);
    const named = seriesOf(path.parse(name).name.toUpperCase());
    if (named && named.id !== series.id)
      throw new UsageError(
        `import series: ${name} has the name of ${named.id}, but is to be imported as ${series.id}. Type ${RUN} import series ${named.id} ${name}, or rename the file if it holds ${series.id}.`,
      );
    return [fileNamed(name, cwd, received, { feeds: [ownSeries(series.id)] }, kind)];
  }
  const publisher = publisherOf(kind ?? "");
  const asId = seriesOf(typed?.trim().toUpperCase() ?? "")?.id;
  if (!publisher && asId !== undefined)
    throw new UsageError(`import: ${shown(typed)} is a series, not a publisher. To import it, type: ${RUN} import series ${asId} ${names[0] ?? "FILE"}`);
  if (!publisher)
    throw new UsageError(
      `import: expected series or a publisher, got ${shown(typed)}${typed === undefined ? "." : endWithNearest(typed, KINDS, 1)} Valid: ${KINDS.join(", ")}. For example: ${RUN} import treasury daily-treasury-rates.csv`,
    );
  if (publisher.live)
    throw new UsageError(`import ${publisher.id}: its terms forbid storing its data. To import your own series, type: ${RUN} import series ID FILE`);
  const { id, feeds, importing } = publisher;
  if (names.length === 0) {
    const example = id === "treasury" ? "daily-treasury-rates.csv" : "FILE";
    throw new UsageError(`import ${id}: name at least one file, for example: ${RUN} import ${id} ${example}`);
  }
  const takenBy = { feeds: [...feeds, ...(importing?.also ?? [])], refuseUnknown: importing?.refuseUnknown };
  return names.map((name) => fileNamed(name, cwd, received, takenBy, id));
}
