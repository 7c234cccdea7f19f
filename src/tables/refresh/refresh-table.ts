import { counted } from "../../contract/counted";
import { addressOf } from "../../workbook/cell-address";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { changeElsewhere, readElsewhere } from "./elsewhere";
import type { TableMemory } from "../memory";
import { noteEdits, readTableSheet } from "../place-table";
import { planRefresh, type Planned, type RefreshPlan, type RowBelow } from "./plan-refresh";
import { partialNotes } from "./refresh-report";
import { blockName } from "../table-settings";
import { wait, type Steps } from "../steps";
import type { TableBook } from "../table-book";
import { blockOf, sheetEdit } from "../table-sheet";
import { undoRefresh, type DoneRefresh } from "./undo-refresh";
import type { WhyGone } from "./gone-rows";

/** Where a plan cannot be carried out, in words. */
function refusalOf(planned: Exclude<Planned, RefreshPlan>, memory: TableMemory, sheet: string): string {
  if (planned.kind === "no key")
    return `The column ${planned.column} of this table was deleted, so its rows cannot be found. Undo the deletion, or insert the table again. Nothing was changed.`;
  if (planned.kind === "needs references") return "The workbook's formulas could not be read. Try again.";
  if (planned.kind === "lost" && planned.cell === undefined)
    return `A defined name stands for ${planned.reference}, whose rows move or leave the table. Let the name stand for all rows, or delete it, then refresh. Nothing was changed.`;
  if (planned.kind === "lost")
    return `${planned.cell} refers to ${planned.reference}. Some of these rows leave the table, or are apart after the refresh, so it would be wrong. Let it refer to single rows or to all rows, then refresh. Nothing was changed.`;
  if (planned.kind === "stuck")
    return `${planned.cell} has an error that was typed, which cannot move with its row. Clear the cell, then refresh. Nothing was changed.`;
  const { row, column } = blockOf(planned.torn, memory.orientation);
  const lines = memory.orientation === "down" ? "row" : "column";
  return `The table needs ${counted(planned.missing, lines)} more, but cells from ${addressOf({ sheet, row, column })} on begin beside the table and extend beyond it, so they would be split. Move them, or insert ${counted(planned.missing, lines)} above them, then refresh. Nothing was changed.`;
}

/** A refresh that moves rows of the user's below the table. It is said before it happens. */
export class RowsBelow extends WorkbookRefusal {
  override readonly name = "WorkbookRefusal";
}

/** Most rows that are named. */
const NAMED = 3;

/** Which rows a refresh would move below the table, and what they are kept for. */
function belowWords(below: readonly RowBelow[]): string {
  const named = below
    .slice(0, NAMED)
    .map(({ row, why, cells }) => `${row} (${why}; ${cells[0] === undefined ? "you have something in it" : `${cells[0]} refers to it`})`);
  const more = below.length > NAMED ? `; and ${below.length - NAMED} more` : "";
  return `This refresh moves ${counted(below.length, "row")} below the table, without published values: ${named.join("; ")}${more}. Nothing was changed yet: to agree, choose Refresh and move in the list of tables.`;
}

interface RefreshTo {
  readonly rows: TableMemory["rows"];
  readonly notes: readonly string[];
  readonly why: WhyGone;
  /** False if rows of the user's must not move below the table yet. */
  readonly mayMove?: boolean;
}

/** Changes a table in place to these rows; returns what was done. */
export function* refreshTable(workbook: TableBook, memory: TableMemory, { rows, notes, why, mayMove = true }: RefreshTo): Steps<DoneRefresh> {
  const { blocks, read, notes: notesBlock, sheet } = yield* readTableSheet(workbook, memory);
  const { sheet: on } = read.block;
  const input = { memory, rows, why, sheet, on };
  const name = blockName(memory.id);
  let planned = planRefresh(input);
  if (planned.kind === "needs references") planned = planRefresh({ ...input, elsewhere: yield* readElsewhere(blocks, planned.to) });
  if (planned.kind !== "plan") throw new WorkbookRefusal(refusalOf(planned, memory, on));
  if (!mayMove && planned.below.length > 0) throw new RowsBelow(belowWords(planned.below));
  const edits = [...planned.edits.map((edit) => sheetEdit(edit, memory.orientation)), ...noteEdits(memory, notes, read, notesBlock)];
  if (edits.length === 0 && planned.elsewhere.length === 0) return { plan: planned, before: read, after: read };
  yield* wait(blocks.edit(name, read, edits, { sheet: on, ...blockOf(planned.block, memory.orientation) }));
  const after = yield* wait(blocks.read(name));
  if (planned.elsewhere.length === 0 || !after) return { plan: planned, before: read, after };
  const { done, refused } = yield* changeElsewhere(blocks, planned.elsewhere);
  const needed = refused.find(({ isNeeded }) => isNeeded);
  if (needed) {
    yield* undoRefresh(workbook, memory, { plan: planned, before: read, after, elsewhere: done });
    throw new WorkbookRefusal(
      `${addressOf(needed.cell)} refers to rows that move, and its formula cannot be changed, such as on a protected sheet. Remove the protection, then refresh. Nothing was changed.`,
    );
  }
  const { report } = planned;
  const extended = [...report.extended, ...done.flatMap(({ words }) => words)];
  const plan = { ...planned, report: { ...report, extended, notes: [...report.notes, ...partialNotes(refused.flatMap(({ words }) => words))] } };
  return { plan, before: read, after: yield* wait(blocks.read(name)), elsewhere: done };
}
