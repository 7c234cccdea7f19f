import type { IsoDate } from "../../contract/dates";
import type { TableLine } from "../records/holdings";
import type { Piece } from "../records/large-document";
import { momentOfFile, namesOfRows, type Freshness, type RowsName } from "./freshness";
import type { Institutions, Staging, UnitOf } from "./institutions";
import { createNotes } from "./note-document";
import type { Reads, RowsKind } from "./reads";
import type { Records } from "./records";
import type { RecordRow } from "../records/record";
import type { Taken } from "./take-batches";
import type { Sql } from "./sql";
import { writingInSteps } from "./transaction";

/** A large document as the log of imports names it; `id` where its rows are made again. */
export interface LargeBatch {
  readonly publisher: string;
  readonly file: string;
  readonly sha256: string;
  readonly id?: number;
  /** The moment as of which its rows are confirmed; the beginning of the day on which it is seen if left out. */
  readonly confirmed?: string;
}

/** What the rows of a large document are put together by. */
export interface PiecesWith {
  readonly unitOf: UnitOf;
  /** True for a row that is older than the one that is kept in its place, which then stays. */
  readonly isOlder: (row: RecordRow) => boolean;
  readonly tickerOf: (line: Pick<TableLine, "issuer" | "title">) => string | undefined;
}

export interface PiecesTaken extends Taken {
  /** Parts of the document that were left out, and why. */
  readonly leftOut: readonly NonNullable<Piece["leftOut"]>[];
  readonly first: IsoDate | undefined;
  readonly newest: IsoDate | undefined;
  /** The names of all rows in it, also of those that were known already. */
  readonly names: readonly RowsName[];
}

/**
 * Takes a large document piece by piece in one transaction, of the caller's where it has one: all of it or, when it is refused or left in the middle, nothing.
 * Gives how many bytes are behind after each piece, so that the caller may tell it, and may stop.
 */
export type TakePieces = (batch: LargeBatch, pieces: Iterable<Piece>, seen: IsoDate, how: PiecesWith) => Generator<number, PiecesTaken>;

export const createTakePieces = (sql: Sql, records: Records, institutions: Institutions, freshness: Freshness, reads: Reads): TakePieces => {
  const notes = createNotes(sql);

  function* work(batch: LargeBatch, pieces: Iterable<Piece>, seen: IsoDate, { unitOf, tickerOf, isOlder }: PiecesWith): Generator<number, PiecesTaken> {
    const taken = { added: 0, changed: 0, unchanged: 0 };
    const leftOut: NonNullable<Piece["leftOut"]>[] = [];
    const span: { first: IsoDate | undefined; newest: IsoDate | undefined } = { first: undefined, newest: undefined };
    const day = (date: IsoDate): void => {
      if (span.first === undefined || date < span.first) span.first = date;
      if (span.newest === undefined || date > span.newest) span.newest = date;
    };
    const note = notes.open(batch, new Set(), seen);
    const fileId = note.id;
    const changed = new Set<RowsKind>();
    const named = namesOfRows();
    let staging: Staging | undefined;
    for (const piece of pieces) {
      for (const row of piece.records ?? []) {
        const how = isOlder(row) ? "unchanged" : records.take(row, seen, fileId);
        taken[how]++;
        if (how !== "unchanged") changed.add(row.dataset);
        day(row.date);
        named.add(row);
      }
      if (piece.heads ?? piece.lines) staging ??= institutions.staging();
      for (const head of piece.heads ?? []) {
        staging?.head(head);
        day(head.period);
      }
      if (piece.lines) staging?.lines(piece.lines, tickerOf);
      if (piece.leftOut) leftOut.push(piece.leftOut);
      yield piece.done;
    }
    const held = staging?.settle(unitOf, fileId);
    if (staging) named.addHoldings();
    taken.added += held?.added ?? 0;
    taken.unchanged += held?.unchanged ?? 0;
    if (held && (held.added > 0 || held.unchanged === 0)) changed.add("holding");
    if (changed.size > 0) reads.changed(changed, fileId());
    note.end(taken.added + taken.changed + taken.unchanged);
    const names = named.names();
    freshness.confirm(names, batch.confirmed ?? momentOfFile(seen));
    return { ...taken, leftOut, ...span, names };
  }

  return (...args) => writingInSteps(sql, () => work(...args));
};
