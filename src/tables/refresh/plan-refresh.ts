import type { Area } from "../../workbook/areas";
import { addressOf } from "../../workbook/cell-address";
import type { Reference } from "../../workbook/formulas/count-references";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { planBody } from "./body-cells";
import { emptiedRow, type WhyGone } from "./gone-rows";
import { type FormulaChange, type LostReference, planFormulas } from "./follow-formulas";
import { blockOf, joinedWrites, type LineEdit, type Lines, strips, type TableSheet } from "../table-sheet";
import { holds, keyColumns, keyedRows, type KeyedRows, type Matched, matchTable } from "../match-table";
import type { TableColumn, TableLayout, TableMemory, Written } from "../memory";
import { type Beside, formulasBeside } from "./own-columns";
import { isEmptyCell } from "./own-fields";
import { type Item, orderRows, rowsInOrder } from "./order-rows";
import { isTorn, planLayout, type Torn } from "./plan-layout";
import { partialNotes, type RefreshReport } from "./refresh-report";
import { type FormulaElsewhere, type Mentions, mentionsOf } from "./row-mentions";
import type { RowMoves } from "./row-moves";
import { rowWords } from "../row-words";

interface RefreshInput {
  readonly memory: TableMemory;
  /** The name of the table's sheet. */
  readonly on: string;
  readonly sheet: TableSheet;
  /** The publisher's rows now, in the order of the memory's columns. */
  readonly rows: Written["rows"];
  /** The formulas of other sheets and the names that refer to the table's rows. Read only after a plan of kind `needs references`, because it scans the workbook. */
  readonly elsewhere?: { readonly formulas: readonly FormulaElsewhere[]; readonly names: readonly Reference[] };
  readonly why: WhyGone;
}

/** A row that moves below the table because it is not in the answer, and what it is kept for. */
export interface RowBelow {
  readonly row: string;
  readonly why: string;
  /** The cells whose formulas refer to it; empty if the user has something in it. */
  readonly cells: readonly string[];
}

export interface RefreshPlan {
  readonly kind: "plan";
  readonly edits: readonly LineEdit[];
  /** Formulas of other sheets that follow the rows, after the edits. */
  readonly elsewhere: readonly FormulaChange[];
  /** Rows that move below the table, and are not there yet. */
  readonly below: readonly RowBelow[];
  /** The table's block after the edits. */
  readonly block: Lines;
  /** The lines of the rows in the answer, with the user's between them, after the edits. */
  readonly live: Pick<Lines, "line" | "lines">;
  /** The field of each column; undefined if the user deleted it. */
  readonly fields: Matched["fields"];
  readonly rows: Written["rows"];
  readonly gone: readonly string[];
  readonly layout: TableLayout;
  readonly report: RefreshReport;
  /** The steps that take back how cells moved and look; without their contents. */
  readonly inverse: readonly LineEdit[];
  /** What was missing on the sheet and is back: rows by key, and cells by key and column. An undo takes it away again. */
  readonly returned: { readonly rows: readonly string[]; readonly cells: readonly (readonly [key: string, column: number])[] };
}

export type Planned =
  | RefreshPlan
  /** Rows move: the formulas that refer to these cells are needed. */
  | { readonly kind: "needs references"; readonly to: Area }
  | { readonly kind: "no key"; readonly column: string }
  /** A formula or a name refers to rows that leave the table, or do not stay together. */
  | ({ readonly kind: "lost" } & LostReference)
  /** An error that the user typed would have to move with its row. */
  | { readonly kind: "stuck"; readonly cell: string }
  | ({ readonly kind: "torn" } & Torn);

const missingKey = (columns: readonly TableColumn[], matched: Matched): string | undefined =>
  keyColumns({ columns }).flatMap((k) => (matched.fields[k] === undefined ? [columns[k]?.heading ?? ""] : []))[0];

/** True if the user has something in this line: in an own column, unless it is the formula of all rows, or over a cell of ours. */
function hasOwn({ memory, sheet }: RefreshInput, { fields }: Matched, beside: Beside, line: number, row: readonly PlainContent[]): boolean {
  return (
    beside.span.own.some((field) => !isEmptyCell(sheet.at(line, field)) && !beside.isOfShape(line, field)) ||
    memory.columns.some((_, c) => {
      const field = fields[c];
      if (field === undefined) return false;
      const cell = sheet.at(line, field);
      return !isEmptyCell(cell) && (cell.formula !== "" || !holds(cell.value, row[c] ?? null));
    })
  );
}

/** Which rows leave, and which stay below because something of the user's needs them. */
function planLeaving(input: RefreshInput, found: Matched, beside: Beside, known: KeyedRows, fresh: KeyedRows, mentions: Mentions) {
  const { memory, why } = input;
  /** Rows that are removed, by key. */
  const removed: string[] = [];
  /** What rows hold that stay without being in the answer, by key. */
  const emptied = new Map<string, readonly PlainContent[]>();
  const below: RowBelow[] = [];
  for (const [key, line] of found.lines) {
    if (fresh.has(key)) continue;
    const row = known.get(key)!;
    const cells = mentions.of(line);
    const isOwn = hasOwn(input, found, beside, line, row);
    if (!isOwn && cells.length === 0) {
      removed.push(key);
      continue;
    }
    const reason = why(row);
    emptied.set(
      key,
      emptiedRow(memory.columns, row, reason, (c) => found.fields[c] !== undefined && mentions.has(line, found.fields[c])),
    );
    if (!memory.gone.includes(key)) below.push({ row: rowWords(memory.columns, row), why: reason, cells: isOwn ? [] : cells });
  }
  return { removed, emptied, below };
}

/** Which lines rows have, before and after. */
function movesOf(input: RefreshInput, matched: Matched, beside: Beside, items: readonly Item[], edits: readonly LineEdit[], moved: number): RowMoves {
  const { from, end } = matched;
  const { memory } = input;
  const goneBefore = [...matched.lines].flatMap(([key, line]) => (memory.gone.includes(key) ? [line] : []));
  const below = new Set(goneBefore);
  let liveEnd = end;
  while (below.has(liveEnd - 1)) liveEnd--;
  if (liveEnd === from) liveEnd = from + (memory.layout?.spread ?? 0);
  const at = new Map<number, number>();
  items.forEach(({ line }, i) => line !== undefined && at.set(line, from + i));
  return {
    sheet: input.on,
    orientation: memory.orientation,
    span: beside.span,
    from,
    liveEnd,
    end: Math.max(end, liveEnd),
    newEnd: from + items.filter(({ isGone }) => !isGone).length,
    to: (line) => (line >= end ? line + moved : at.get(line)),
    oldOf: (line) => items[line - from]?.line,
    edges: new Map([...beside.formulas].map(([field, { head, tail }]) => [field, { head: head.length, tail: tail.length }])),
    edits,
  };
}

/**
 * Plans a refresh of a table in place, from what is on its sheet now. Rows are written over, so that the user's formulas beside them stay in place; what the user
 * typed moves with its row, found by its key. Only cells that still hold what the add-in wrote, and empty ones, get published values.
 */
export function planRefresh(input: RefreshInput): Planned {
  const { memory, sheet, on } = input;
  const { columns, orientation } = memory;
  const found = matchTable(sheet, memory);
  const lost = missingKey(columns, found);
  if (lost !== undefined) return { kind: "no key", column: lost };
  const known = keyedRows(memory);
  const fresh = keyedRows({ columns, rows: input.rows });
  const beside = formulasBeside(sheet, memory, found);
  const area = (lines: Lines): Area => ({ sheet: on, ...blockOf(lines, orientation) });
  const mentions = mentionsOf(input, found, beside);
  const { removed, emptied, below } = planLeaving(input, found, beside, known, fresh, mentions);
  // Without its key, a row that stays could not be found again: it is the user's from now on.
  const gone = new Set([...emptied.keys()].filter((key) => !found.healed.has(key)));
  const matched: Matched = { ...found, lines: new Map([...found.lines].filter(([key]) => fresh.has(key) || gone.has(key) || !emptied.has(key))) };
  const ordered = orderRows({ memory, matched, fresh, gone });
  const { items } = ordered;
  const { from, end } = matched;
  const newEnd = from + items.length;
  const isInPlace =
    items.length === end - from && items.every(({ line, key, isGone }, i) => line === from + i && isGone === (key !== undefined && memory.gone.includes(key)));
  const to = area({ line: from, lines: Math.max(end - from, memory.layout?.spread ?? 1), field: beside.span.field, fields: beside.span.fields });
  if (!isInPlace && !input.elsewhere) return { kind: "needs references", to };
  const isAway = removed.length > 0 || gone.size > 0;
  const layout = planLayout({ sheet, span: beside.span, end, newEnd, known: memory.layout, isAway });
  if (isTorn(layout)) return { kind: "torn", ...layout };

  const moves = movesOf(input, matched, beside, items, layout.edits, layout.moved);
  const healed = new Map([...emptied.keys()].flatMap((key) => (gone.has(key) ? [] : [[found.lines.get(key)!, key] as const])));
  const body = planBody({ memory, sheet, matched, beside, items, moves, known, fresh, emptied, healed, end });
  if (body.stuck) return { kind: "stuck", cell: addressOf(area({ ...body.stuck, lines: 1, fields: 1 })) };
  const formulas = planFormulas({ sheet, moves, end, elsewhere: input.elsewhere, isInPlace, block: area(sheet.block) });
  const missing = body.lost ?? formulas.lost;
  if (missing) return { kind: "lost", ...missing };

  const looks = lookEdits(input, matched, items, body.newLines);
  const live = moves.newEnd - from;
  const spread = live > 0 ? 0 : Math.max(moves.liveEnd - from, 0);
  return {
    kind: "plan",
    edits: [...layout.edits, ...body.formats, ...body.fills, ...body.carried, ...joinedWrites([...body.writes, ...formulas.writes]), ...looks.after],
    elsewhere: formulas.elsewhere,
    below,
    block: { ...sheet.block, lines: newEnd - sheet.block.line },
    live: { line: from, lines: live },
    fields: matched.fields,
    rows: rowsInOrder(memory, ordered, (key) => emptied.get(key) ?? fresh.get(key)!),
    gone: [...gone],
    layout: {
      ...(body.own.length > 0 ? { own: body.own } : {}),
      ...(ordered.order ? { order: ordered.order } : {}),
      ...(layout.room ? { room: layout.room } : {}),
      ...(layout.pushed ? { pushed: layout.pushed } : {}),
      ...(spread > 0 ? { spread } : {}),
    },
    inverse: [
      ...layout.edits.map((edit): LineEdit => (edit.kind === "insert" ? { ...edit, kind: "delete" } : ({ ...edit, kind: "insert" } as LineEdit))),
      ...body.carriedBack,
      ...looks.before,
    ],
    returned: body.returned,
    report: {
      added: body.news.added,
      removed: removed.map((key) => rowWords(columns, known.get(key)!)),
      revised: body.news.revised,
      kept: body.news.kept,
      struck: [...gone].map((key) => ({ row: rowWords(columns, known.get(key)!), why: input.why(known.get(key)!) })),
      extended: [...body.news.extended, ...formulas.extended],
      restored: body.returned.cells.length + body.returned.rows.length,
      notes: [...notesOf(input, matched, beside, body.news.added.length), ...partialNotes(formulas.partial)],
    },
  };
}

/** Strikes out the rows that stay below the table, and no others; and the steps that take it back. */
function lookEdits({ memory }: RefreshInput, { fields, lines, from }: Matched, items: readonly Item[], newLines: readonly number[]) {
  const struck = new Set(memory.gone.flatMap((key) => lines.get(key) ?? []));
  const then = new Set(items.flatMap(({ isGone }, i) => (isGone ? [from + i] : [])));
  const look = (look: "struck" | "plain", at: Iterable<number>): LineEdit[] =>
    strips(at).flatMap((strip) =>
      fields.flatMap((field): LineEdit[] => (field === undefined ? [] : [{ kind: "look", look, at: { ...strip, field, fields: 1 } }])),
    );
  const without = (these: Iterable<number>, others: ReadonlySet<number>): number[] => [...these].filter((line) => !others.has(line));
  // A host gives an inserted row the look of the one above it, which may be struck out.
  const inserted = struck.size > 0 ? newLines.filter((line) => !struck.has(line)) : [];
  return {
    after: [...look("struck", without(then, struck)), ...look("plain", [...without(struck, then), ...without(inserted, then)])],
    before: [...look("plain", without(then, struck)), ...look("struck", without(struck, then))],
  };
}

function notesOf({ memory, sheet }: RefreshInput, { fields, from, end }: Matched, beside: Beside, added: number): string[] {
  const notes: string[] = [...beside.notes];
  const without = memory.columns.filter((_, c) => fields[c] === undefined).map(({ heading: name }) => name);
  if (without.length > 0) notes.push(`Left out, because you deleted the column: ${without.join(", ")}.`);
  const unfilled = beside.span.own.filter((field) => {
    if (beside.formulas.has(field)) return false;
    for (let line = from; line < end; line++) if (sheet.at(line, field).formula !== "") return true;
    return false;
  });
  if (added > 0 && unfilled.length > 0)
    notes.push(`${unfilled.length === 1 ? "A column that you added has" : "Columns that you added have"} different formulas, so new rows have none there.`);
  return notes;
}
