import path from "node:path";
import { filesOf } from "../../src/commands/data/published-file";
import { importWords } from "../../src/commands/verification/truth";
import type { IsoDate } from "../../src/contract/dates";
import { publisherIn, read, type IncomingRows } from "../../src/service/ingest/ingest-document";
import type { RecordRow } from "../../src/service/records/record";
import type { StatedPeriod } from "../../src/service/records/filings";
import { releaseOfHoldings, releaseOfObservation, releaseOfRecord } from "../../src/service/releases/releases";
import { openStore, type Store } from "../../src/service/store/store";
import { endOfDay } from "../../src/service/time/time-zone";
import { pathsBelow } from "../files";

/** After every release of the files. */
const SEEN: IsoDate = "2026-11-20";

/** The rows of each file of the folder that a publisher recognises. */
export function publishedDocuments(folder: string): IncomingRows[] {
  return pathsBelow(folder).flatMap((name) => {
    try {
      return read(filesOf([...importWords(name), path.join(folder, name)], folder, SEEN), undefined);
    } catch {
      // Some files show only a format.
      return [];
    }
  });
}

/** The parts of a row that were public by the end of the day. */
function publicPart(row: RecordRow, day: IsoDate): RecordRow[] {
  if (row.dataset !== "statement") return (releaseOfRecord(row)?.at ?? 0) <= endOfDay(day) ? [row] : [];
  const body = row.body as StatedPeriod;
  const stated = Object.entries(body.stated).flatMap(([metric, lists]) => {
    const known = lists.map((list) => list.filter(([filed]) => filed <= day)).filter((list) => list.length > 0);
    return known.length > 0 ? [[metric, known] as const] : [];
  });
  return stated.length > 0 ? [{ ...row, body: { ...body, stated: Object.fromEntries(stated) } }] : [];
}

/** A store of the documents, or of only those of their rows that were public by the end of a day. Without sample data. */
export function storeOfDocuments(documents: readonly IncomingRows[], day?: IsoDate): Store {
  const store = openStore({ path: ":memory:" });
  store.decisions.decide("sample", false, SEEN);
  documents.forEach(({ feed, incoming, rows, records, reports = [] }, i) => {
    const publisher = publisherIn(feed);
    store.insertBatch(
      {
        publisher,
        file: incoming.document.name,
        sha256: String(i),
        rows: day === undefined ? rows : rows.filter((r) => releaseOfObservation(r.series, r.date, r.source).at <= endOfDay(day)),
        records: day === undefined ? records : records.flatMap((r) => publicPart(r, day)),
        reports: day === undefined ? reports : reports.filter((r) => releaseOfHoldings(r).at <= endOfDay(day)),
      },
      SEEN,
    );
  });
  return store;
}
