import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { append } from "../../contract/lists";
import { shown } from "../../contract/arguments";
import { endWithNearest } from "../../contract/nearest";
import type { IsoDate } from "../../contract/dates";
import { seriesOf } from "../../contract/series";
import { PUBLISHERS, publisherOf } from "../../service/publishers/all";
import type { Document, Feed, Known, Publisher } from "../../service/publishers/publisher";
import type { PublishedRow } from "../../service/records/published-row";
import { readYields } from "../../service/publishers/publishers";
import { knownWith } from "../../service/ingest/known-rows";
import { readDocument } from "../../service/publishers/read-document";
import { RefusedFile } from "../../service/publishers/refused-file";
import { readSeries } from "../../service/publishers/series/two-columns";
import { textOf } from "../../service/publishers/text-of";
import { sha256Of } from "../../service/store/archive";
import type { Batch } from "../../service/store/take-batches";
import type { RecordRow } from "../../service/records/record";
import { Mistyped } from "../io";
import { curatedOr } from "./curated-or";
import { counted } from "../../contract/counted";
import { RUN } from "./data-io";

/** What may stand after import: a publisher whose data may be kept, or a curated series. */
const KINDS = [...PUBLISHERS.filter((p) => !p.live).map((p) => p.id), "series"];

/** A file that was named, read whole. */
export interface PublishedFile extends Batch {
  readonly name: string;
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly rows: readonly PublishedRow[];
  readonly records: readonly RecordRow[];
}

/** What is made of one file's bytes. */
interface ReadFile {
  readonly publisher: string;
  readonly title: string;
  readonly rows: readonly PublishedRow[];
  readonly records?: readonly RecordRow[];
  readonly reports?: NonNullable<Batch["reports"]>;
}

/** Reads of a file; a file that this user may not read is named. */
function permitted<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (e) {
    if (!["EACCES", "EPERM"].includes((e as NodeJS.ErrnoException).code ?? "")) throw e;
    throw new Mistyped(
      `${name}: this user may not read the file (root acts as the owner of the data folder). Copy it to where the owner can read it, such as /tmp.`,
    );
  }
}

/** A file as typed, read whole; its refusals name it. */
function readFile(kind: string, name: string, cwd: string, read: (bytes: Uint8Array, name: string) => ReadFile): PublishedFile {
  const file = path.resolve(cwd, name);
  const stat = permitted(name, () => statSync(file, { throwIfNoEntry: false }));
  if (!stat) throw new Mistyped(`${name}: there is no such file. Check the name, or give the path from ${cwd}.`);
  if (stat.isDirectory()) throw new Mistyped(`${name} is a folder. Name the files in it.`);
  const bytes = permitted(name, () => readFileSync(file));
  try {
    return { records: [], ...read(bytes, path.basename(file)), name, bytes, file: path.basename(file), sha256: sha256Of(bytes) };
  } catch (e) {
    if (!(e instanceof RefusedFile)) throw e;
    const other = recognisedBy(kind, { name: path.basename(file), bytes });
    throw new RefusedFile(`${name}${e.line === undefined ? "" : `, line ${e.line}`}: ${other ?? e.sentence}.`);
  }
}

/** Whose document this is, where the publisher that was named knows no such one: what takes it. */
function recognisedBy(kind: string, document: Document): string | undefined {
  const knows = (publisher: Publisher) => publisher.feeds.find((feed) => !feed.large && feed.recognises(document));
  const named = publisherOf(kind);
  if (!named || knows(named)) return undefined;
  for (const publisher of PUBLISHERS) {
    const feed = publisher.live ? undefined : knows(publisher);
    // By its beginning it may be many a thing: it counts where it can be read.
    if (feed && canRead(feed, document)) return `this looks like ${feed.title}, which ${RUN} import ${publisher.id} takes`;
  }
  return undefined;
}

function canRead(feed: Feed, document: Document): boolean {
  try {
    const { rows, records, reports = [] } = feed.parse(document);
    return rows.length + records.length + reports.length > 0;
  } catch (e) {
    if (e instanceof RefusedFile) return false;
    throw e;
  }
}

/** What is known beside the files themselves: what was imported before, and the day on which they came. */
interface FilesWith {
  readonly known: Known;
  readonly seen: IsoDate;
}

/**
 * The files that the words after `import` name, each read whole.
 *
 * @throws Mistyped where the words cannot be carried out; RefusedFile, with the file's name, where a file does not fit.
 */
export function filesOf(words: readonly string[], cwd: string, { known, seen }: FilesWith): PublishedFile[] {
  const [typed, ...names] = words;
  const kind = typed?.toLowerCase();
  if (kind === "treasury") {
    if (names.length === 0) throw new Mistyped(`import treasury: name at least one file, for example: ${RUN} import treasury daily-treasury-rates.csv`);
    return names.map((name) =>
      readFile(kind, name, cwd, (bytes) => {
        const { layout, rows } = readYields(textOf(bytes));
        return { publisher: layout.publisher, title: layout.title, rows };
      }),
    );
  }
  if (kind === "series") {
    const [id, name, ...more] = names;
    if (id === undefined || name === undefined || more.length > 0)
      throw new Mistyped(`import series: expected an id and one file, got ${counted(names.length, "word")}. For example: ${RUN} import series DGS10 dgs10.csv`);
    const series = curatedOr(id);
    const named = seriesOf(path.parse(name).name.toUpperCase());
    if (named && named.id !== series.id)
      throw new Mistyped(
        `import series: ${name} has the name of ${named.id}, and was to be imported as ${series.id}. Type ${RUN} import series ${named.id} ${name}, or rename the file if it holds ${series.id}.`,
      );
    return [readFile(kind, name, cwd, (bytes) => ({ publisher: "user", title: `${series.id}, ${series.title}`, rows: readSeries(series.id, textOf(bytes)) }))];
  }
  const publisher = publisherOf(kind ?? "");
  const asId = seriesOf(typed?.trim().toUpperCase() ?? "")?.id;
  if (!publisher && asId !== undefined)
    throw new Mistyped(`import: ${shown(typed)} is a series, not a publisher. To import it, type: ${RUN} import series ${asId} ${names[0] ?? "FILE"}`);
  if (!publisher)
    throw new Mistyped(
      `import: expected series or a publisher, got ${shown(typed)}${typed === undefined ? "." : endWithNearest(typed, KINDS, 1)} There are ${KINDS.join(", ")}. For example: ${RUN} import treasury daily-treasury-rates.csv`,
    );
  if (publisher.live)
    throw new Mistyped(
      `import ${publisher.id}: its terms forbid to keep its data, so no file of it is taken. A series of your own: ${RUN} import series ID FILE`,
    );
  if (names.length === 0) throw new Mistyped(`import ${publisher.id}: name at least one file, for example: ${RUN} import ${publisher.id} FILE`);
  const before: RecordRow[] = [];
  return names.map((name) =>
    readFile(publisher.id, name, cwd, (bytes, file) => {
      const { title, rows, records, reports = [] } = readDocument(publisher.feeds, { name: file, bytes, seen }, knownWith(known, before));
      append(before, records);
      return { publisher: publisher.id, title, rows, records, reports };
    }),
  );
}
