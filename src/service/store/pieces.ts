import type { IsoDate } from "../../contract/dates";
import type { ReadValues, HoldingLine } from "../records/holdings";
import type { Piece } from "../records/large-document";
import { momentOfFile, namesOfRows, type RowsName } from "./freshness";
import type { Staging } from "./institutions";
import { createDocumentLogger } from "./log-document";
import type { RowsKind } from "./read-cache";
import type { RecordRow } from "../records/record";
import type { createInsertBatches, RowCounts } from "./insert-batches";
import { createSpellings } from "./spellings";
import type { Sql } from "./sql";
import { writingInSteps } from "./transaction";
import { releaseOfHoldings } from "../releases/releases";
import { publicationOf } from "./publication";

/** A large document to log. `id` is set if its rows are rebuilt. */
export interface LargeBatch {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly id?: number;
  /** The time as of which its rows are confirmed; by default the start of the day on which it is seen. */
  readonly confirmed?: string;
  /** The number of its publisher's rules; 0 by default. */
  readonly rules?: number;
}

/** Functions that complete the rows of a large document. */
export interface PieceFunctions {
  readonly readValues: ReadValues;
  /** True for a row older than the stored one, which then stays. */
  readonly isOlder: (row: RecordRow) => boolean;
  readonly tickerOf: (line: Pick<HoldingLine, "issuer" | "title">) => string | undefined;
}

export interface PiecesResult extends RowCounts {
  /** Parts that were left out, and why. */
  readonly leftOut: readonly NonNullable<Piece["leftOut"]>[];
  readonly first: IsoDate | undefined;
  readonly newest: IsoDate | undefined;
  /** The names of all its rows, new or not. */
  readonly names: readonly RowsName[];
}

/**
 * Inserts a large document piece by piece in one transaction, or in the caller's: all of it, or nothing if it is refused or stopped. Yields the number of bytes
 * read after each piece, so that the caller can show progress and stop. `seen` is as in `InsertBatches`.
 */
export type InsertPieces = (batch: LargeBatch, pieces: Iterable<Piece>, seen: string, how: PieceFunctions) => Generator<number, PiecesResult>;

export const createInsertPieces = (
  sql: Sql,
  { insertRecord, newestPublic, moments, institutions, freshness, reads }: Parameters<typeof createInsertBatches>[1],
): InsertPieces => {
  const documentLogger = createDocumentLogger(sql);
  const spellings = createSpellings(sql);

  function* work(batch: LargeBatch, pieces: Iterable<Piece>, seen: string, { readValues, tickerOf, isOlder }: PieceFunctions): Generator<number, PiecesResult> {
    const taken = { added: 0, changed: 0, unchanged: 0 };
    const leftOut: NonNullable<Piece["leftOut"]>[] = [];
    const span: { first: IsoDate | undefined; newest: IsoDate | undefined } = { first: undefined, newest: undefined };
    const day = (date: IsoDate): void => {
      if (span.first === undefined || date < span.first) span.first = date;
      if (span.newest === undefined || date > span.newest) span.newest = date;
    };
    const entry = documentLogger.open(batch, new Set(), seen);
    const fileId = entry.id;
    const changed = new Set<RowsKind>();
    const named = namesOfRows();
    let staging: Staging | undefined;
    moments.begin();
    for (const piece of pieces) {
      for (const row of (piece.records ?? []).map(spellings.spelled)) {
        const how = isOlder(row) ? "unchanged" : insertRecord(row, Date.parse(seen), fileId);
        taken[how]++;
        if (how !== "unchanged") changed.add(row.dataset);
        day(row.date);
        named.add(row);
      }
      if (piece.heads ?? piece.lines) staging ??= institutions.staging();
      for (const head of piece.heads ?? []) {
        staging?.head(head);
        newestPublic.note(publicationOf(releaseOfHoldings(head), Date.parse(seen)).public);
        day(head.period);
      }
      if (piece.lines) staging?.lines(piece.lines, tickerOf);
      if (piece.leftOut) leftOut.push(piece.leftOut);
      yield piece.done;
    }
    const held = staging?.settle(readValues, fileId);
    if (staging) named.addHoldings();
    taken.added += held?.added ?? 0;
    taken.unchanged += held?.unchanged ?? 0;
    if (held && (held.added > 0 || held.unchanged === 0)) changed.add("holding");
    for (const dataset of spellings.settle(changed)) changed.add(dataset);
    if (changed.size > 0) reads.changed(changed, fileId());
    newestPublic.save();
    moments.save(Date.parse(seen));
    entry.end(taken.added + taken.changed + taken.unchanged);
    const names = named.names();
    freshness.confirm(names, batch.confirmed ?? momentOfFile(seen));
    return { ...taken, leftOut, ...span, names };
  }

  return (...args) => writingInSteps(sql, () => work(...args));
};
