import type { IsoDate } from "../../contract/dates";
import type { HoldingLine, ReadValues } from "../records/holdings";
import type { Piece } from "../records/large-document";
import type { RecordRow } from "../records/record";
import { releaseOfHoldings } from "../releases/releases";
import { type DocumentToLog, openEntry } from "./document-log";
import { momentOfFile, namesOfRows, type RowsName } from "./freshness";
import { addHeld, endDocument, type RowCounts, type Writers } from "./insert-batches";
import { insertRecord, spelled } from "./insert-records";
import { stageReports } from "./insert-reports";
import { publicationOf } from "./publication";
import type { RowsKind } from "./read-cache";
import { writingInSteps } from "../sqlite/sql";

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
export type InsertPieces = (batch: DocumentToLog, pieces: Iterable<Piece>, seen: string, how: PieceFunctions) => Generator<number, PiecesResult>;

function* insertWithin(
  writers: Writers,
  batch: DocumentToLog,
  pieces: Iterable<Piece>,
  seen: string,
  { readValues, tickerOf, isOlder }: PieceFunctions,
): Generator<number, PiecesResult> {
  const { sql, newestPublic, moments, freshness } = writers;
  const at = Date.parse(seen);
  const taken = { added: 0, changed: 0, unchanged: 0 };
  const leftOut: NonNullable<Piece["leftOut"]>[] = [];
  const span: { first: IsoDate | undefined; newest: IsoDate | undefined } = { first: undefined, newest: undefined };
  const day = (date: IsoDate): void => {
    if (span.first === undefined || date < span.first) span.first = date;
    if (span.newest === undefined || date > span.newest) span.newest = date;
  };
  const entry = openEntry(sql, batch, new Set(), seen);
  const kinds = new Set<RowsKind>();
  const named = namesOfRows();
  let staging: ReturnType<typeof stageReports> | undefined;
  moments.begin();
  for (const piece of pieces) {
    for (const given of piece.records ?? []) {
      const row = spelled(sql, given);
      const how = isOlder(row) ? "unchanged" : insertRecord(writers, row, at, entry.id);
      taken[how]++;
      if (how !== "unchanged") kinds.add(row.dataset);
      day(row.date);
      named.add(row);
    }
    if (piece.heads ?? piece.lines) staging ??= stageReports(sql);
    for (const head of piece.heads ?? []) {
      staging?.head(head);
      newestPublic.note(publicationOf(releaseOfHoldings(head), at).public);
      day(head.period);
    }
    if (piece.lines) staging?.lines(piece.lines, tickerOf);
    if (piece.leftOut) leftOut.push(piece.leftOut);
    taken.unchanged -= piece.repeated ?? 0;
    yield piece.done;
  }
  if (staging) {
    addHeld(staging.settle(readValues, entry.id), taken, kinds);
    named.addHoldings();
  }
  endDocument(writers, kinds, at, entry.id);
  const isLogged = entry.end(taken.added + taken.changed + taken.unchanged);
  const names = named.names();
  freshness.confirm(names, batch.confirmed ?? momentOfFile(seen), isLogged ? undefined : batch.publisher);
  return { ...taken, leftOut, ...span, names };
}

export const createInsertPieces =
  (writers: Writers): InsertPieces =>
  (...args) =>
    writingInSteps(writers.sql, () => insertWithin(writers, ...args));
