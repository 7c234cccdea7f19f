import { append } from "../contract/lists";
import type { Reference } from "../workbook/count-references";
import type { PlainContent } from "../workbook/sheet-edits";
import { emptiedRow } from "./emptied-row";
import { joinedWrites } from "./joined-writes";
import { holds } from "./keys";
import { keyColumns, keyedRows, matchTable, type KeyedRows, type Matched } from "./match-table";
import type { TableColumn, TableMemory, Written } from "./memory";
import { filledFields, isBlank, spanOf, type Span } from "./own-fields";
import { isTorn, planLayout, type Item, type Torn } from "./plan-layout";
import type { RefreshReport } from "./refresh-report";
import { rowWithValues, rowWords } from "./row-words";
import type { LineEdit, Lines, TableSheet } from "./table-sheet";
import { lineReferences, usedLines } from "./used-rows";
import type { WhyGone } from "./why-gone";

interface RefreshInput {
  readonly memory: TableMemory;
  readonly sheet: TableSheet;
  /** The publisher's rows now, in the order of the memory's columns. */
  readonly rows: Written["rows"];
  /** The blocks of this sheet that formulas refer to. Read only if `needsReferences` says so, because it takes a scan of the workbook. */
  readonly references?: readonly Reference[];
  readonly why: WhyGone;
  /** Lines by which an undo moves the cells below back up. */
  readonly pull?: number;
}

export interface RefreshPlan {
  readonly kind: "plan";
  readonly edits: readonly LineEdit[];
  /** The table's block after the edits. */
  readonly block: Lines;
  /** The lines of rows, with the user's columns that touch them, before and after the edits. */
  readonly body: { readonly before: Lines; readonly after: Lines };
  /** The field of each column; undefined if the user deleted it. */
  readonly fields: Matched["fields"];
  readonly rows: Written["rows"];
  readonly gone: readonly string[];
  readonly report: RefreshReport;
  /** The steps that take back how cells moved and look; without their contents. */
  readonly inverse: readonly LineEdit[];
  /** What was missing on the sheet and is back: rows by key, and cells by key and column. An undo takes it away again. */
  readonly returned: { readonly rows: readonly string[]; readonly cells: readonly (readonly [key: string, column: number])[] };
  /** Lines by which cells below the table moved. */
  readonly moved: number;
}

export type Planned =
  | RefreshPlan
  /** Rows would be removed: the references are needed to know which can be. */
  | { readonly kind: "needs references" }
  | { readonly kind: "no key"; readonly column: string }
  | ({ readonly kind: "torn" } & Torn);

interface Cells {
  readonly revised: RefreshReport["revised"][number][];
  readonly kept: RefreshReport["kept"][number][];
  readonly refilled: (readonly [string, number])[];
}

/** True if the user has something in this line: in an own field, unless it is the formula of all lines, or over a cell of ours. */
function hasOwn(
  { memory, sheet }: RefreshInput,
  { fields }: Matched,
  span: Span,
  filled: ReadonlySet<number>,
  line: number,
  row: readonly PlainContent[],
): boolean {
  return (
    span.own.some((field) => !filled.has(field) && !isBlank(sheet.at(line, field))) ||
    memory.columns.some((_, c) => {
      const field = fields[c];
      if (field === undefined) return false;
      const cell = sheet.at(line, field);
      return !isBlank(cell) && (cell.formula !== "" || !holds(cell.value, row[c] ?? null));
    })
  );
}

/** Where new rows go: after the row that the publisher lists before them, or at the end if the user sorted the table. */
function placeRows(input: RefreshInput, { from, end, lines }: Matched, removed: ReadonlySet<number>, fresh: KeyedRows): Item[] {
  const known = keyedRows(input.memory);
  const order = [...known.keys()].flatMap((key) => lines.get(key) ?? []);
  const isSorted = order.some((line, i) => i > 0 && line < order[i - 1]!);
  const staying = new Set<string>([...lines].flatMap(([key, line]) => (removed.has(line) ? [] : [key])));
  const added = [...fresh.keys()].filter((key) => !lines.has(key));
  const after = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const key of fresh.keys()) {
    if (staying.has(key)) previous = key;
    else if (!lines.has(key)) after.set(previous, [...(after.get(previous) ?? []), key]);
  }
  const items: Item[] = [];
  const add = (keys: readonly string[] = []) => keys.forEach((key) => items.push({ add: key }));
  const keyAt = new Map([...lines].map(([key, line]) => [line, key]));
  const first = [...fresh.keys()].find((key) => staying.has(key));
  for (let line = from; line < end; line++) {
    if (removed.has(line)) continue;
    const key = keyAt.get(line);
    if (!isSorted && key !== undefined && key === first) add(after.get(undefined));
    items.push({ line });
    if (!isSorted && key !== undefined) add(after.get(key));
  }
  if (isSorted) add(added);
  else if (first === undefined) add(after.get(undefined));
  return items;
}

/** Compares one row's cells with what was written and what is published now. */
function planCells(
  input: RefreshInput,
  matched: Matched,
  old: readonly PlainContent[],
  now: readonly PlainContent[],
  key: string,
  from: number,
  to: number,
  cells: Cells,
) {
  const { memory, sheet } = input;
  const out: { line: number; field: number; content: PlainContent }[] = [];
  const row = rowWords(memory.columns, now);
  memory.columns.forEach((column, c) => {
    const field = matched.fields[c];
    if (field === undefined) return;
    const cell = sheet.at(from, field);
    const [before, content] = [old[c] ?? null, now[c] ?? null];
    const isOurs = cell.formula === "" && (cell.value === null || holds(cell.value, before));
    if (!isOurs) {
      if (cell.formula !== "" || !holds(cell.value, content)) cells.kept.push({ row, column: column.heading, shown: cell.value, published: content });
      return;
    }
    if (!holds(cell.value, content)) out.push({ line: to, field, content });
    if (cell.value === null && content !== null && before !== null && before !== "") cells.refilled.push([key, c]);
    else if (!holds(before, content)) cells.revised.push({ row, column: column.heading, from: before, to: content });
  });
  return out;
}

/** Empties the cells of a row that still hold what was written. */
function emptyCells(
  { memory, sheet }: RefreshInput,
  { fields }: Matched,
  old: readonly PlainContent[],
  now: readonly PlainContent[],
  from: number,
  to: number,
) {
  return memory.columns.flatMap((_, c) => {
    const [field, before, content] = [fields[c], old[c] ?? null, now[c] ?? null];
    if (field === undefined || holds(before, content)) return [];
    const { value, formula } = sheet.at(from, field);
    return formula === "" && value !== null && holds(value, before) ? [{ line: to, field, content }] : [];
  });
}

const missingKey = (columns: readonly TableColumn[], matched: Matched): string | undefined =>
  keyColumns({ columns }).flatMap((k) => (matched.fields[k] === undefined ? [columns[k]?.heading ?? ""] : []))[0];

/**
 * Plans a refresh of a table in place, from what is on its sheet now. Only cells that still hold what the add-in wrote, and empty ones, are written. Rows are
 * found by their keys, so that a sort by the user stays. The user's columns beside and between the table's own move with their rows.
 */
export function planRefresh(input: RefreshInput): Planned {
  const { memory, sheet, references, why, pull = 0 } = input;
  const { columns, orientation } = memory;
  const found = matchTable(sheet, memory);
  const lost = missingKey(columns, found);
  if (lost !== undefined) return { kind: "no key", column: lost };
  const known = keyedRows(memory);
  const fresh = keyedRows({ columns, rows: input.rows });
  const span = spanOf(sheet, found);
  const filled = filledFields(
    sheet,
    span,
    [...found.lines.values()].sort((a, b) => a - b),
    orientation,
  );

  const dropped = [...found.lines].filter(([key]) => !fresh.has(key));
  if (dropped.length > 0 && !references) return { kind: "needs references" };
  const removed = new Map<string, number>();
  const struck = new Map<string, number>();
  const emptied = new Map<string, readonly PlainContent[]>();
  const toLines = lineReferences(references ?? [], orientation, span);
  const rowAt = new Map(dropped.map(([key, line]) => [line, known.get(key)!]));
  const isOwn = (line: number): boolean => hasOwn(input, found, span, filled, line, rowAt.get(line)!);
  const used = usedLines([...rowAt.keys()], isOwn, { sheet, filled, references: toLines });
  for (const [key, line] of dropped) {
    if (!used.has(line)) {
      removed.set(key, line);
      continue;
    }
    const isReferred = (c: number): boolean => found.fields[c] !== undefined && toLines.has(line, found.fields[c]);
    emptied.set(key, emptiedRow(columns, known.get(key)!, why(known.get(key)!), isReferred));
    // Without its key, such a row could not be found again: it is the user's from now on.
    if (!found.healed.has(key)) struck.set(key, line);
  }
  const matched: Matched = { ...found, lines: new Map([...found.lines].filter(([key]) => fresh.has(key) || removed.has(key) || struck.has(key))) };
  const removedLines = new Set(removed.values());
  const items = placeRows(input, matched, removedLines, fresh);
  const layout = planLayout({ sheet, span, from: matched.from, end: matched.end, removed: removedLines, items, pull });
  if (isTorn(layout)) return { kind: "torn", ...layout };

  const cells: Cells = { revised: [], kept: [], refilled: [] };
  const toWrite: { line: number; field: number; content: PlainContent }[] = [];
  const lineAfter = new Map(items.flatMap((item, i) => ("line" in item ? [[item.line, layout.at[i]!] as const] : [])));
  const back: string[] = [];
  for (const [key, line] of matched.lines) {
    const now = fresh.get(key);
    if (!now) continue;
    const isBack = memory.gone.includes(key);
    if (isBack) back.push(rowWithValues(columns, now));
    append(toWrite, planCells(input, matched, known.get(key)!, now, key, line, lineAfter.get(line)!, isBack ? { ...cells, revised: [] } : cells));
  }
  for (const [key, now] of emptied) {
    const line = found.lines.get(key)!;
    append(toWrite, emptyCells(input, matched, known.get(key)!, now, line, lineAfter.get(line)!));
  }
  const newLines: number[] = [];
  const added: string[] = [];
  const returned: string[] = [];
  items.forEach((item, i) => {
    if (!("add" in item)) return;
    const values = fresh.get(item.add)!;
    if (known.has(item.add)) returned.push(item.add);
    else added.push(rowWithValues(columns, values));
    newLines.push(layout.at[i]!);
    columns.forEach((_, c) => {
      const field = matched.fields[c];
      if (field !== undefined) toWrite.push({ line: layout.at[i]!, field, content: values[c] ?? null });
    });
  });
  const edits: readonly LineEdit[] = [
    ...layout.edits,
    ...formats(columns, matched, newLines),
    ...joinedWrites(toWrite),
    ...fills(sheet, filled, items, layout.at),
    ...looks(input, matched, struck, lineAfter, newLines),
  ];
  const notes = notesOf(input, matched, span, filled, added.length);
  const bodyTo = (end: number): Lines => ({ line: matched.from, lines: end - matched.from, field: span.field, fields: span.fields });
  return {
    kind: "plan",
    edits,
    block: { ...sheet.block, lines: layout.end - sheet.block.line },
    body: { before: bodyTo(matched.end), after: bodyTo(layout.end) },
    fields: matched.fields,
    rows: rowsAfter(input, matched, items, known, (key) => emptied.get(key) ?? fresh.get(key)!),
    gone: [...struck.keys()],
    moved: layout.moved,
    inverse: inverseOf(input, matched, layout.edits, removedLines, struck),
    returned: { rows: returned, cells: cells.refilled },
    report: {
      added: [...added, ...back],
      removed: [...removed.keys()].map((key) => rowWords(columns, known.get(key)!)),
      revised: cells.revised,
      kept: cells.kept,
      struck: [...struck.keys()].map((key) => ({ row: rowWords(columns, known.get(key)!), why: why(known.get(key)!) })),
      extended: [],
      restored: cells.refilled.length + returned.length,
      notes,
    },
  };
}

/** Takes back moves from the last to the first. Removed rows are inserted again with their formats. */
function inverseOf(
  { memory }: RefreshInput,
  matched: Matched,
  edits: readonly LineEdit[],
  removed: ReadonlySet<number>,
  struck: ReadonlyMap<string, number>,
): LineEdit[] {
  const look = (keys: Iterable<string>, as: "struck" | "plain"): LineEdit[] =>
    [...keys].flatMap((key) => {
      const line = matched.lines.get(key);
      const ours = matched.fields.filter((f) => f !== undefined);
      return line === undefined ? [] : ours.map((field): LineEdit => ({ kind: "look", look: as, at: { line, lines: 1, field, fields: 1 } }));
    });
  const moves = edits.flatMap((edit): LineEdit[] =>
    edit.kind === "insert" ? [{ ...edit, kind: "delete" }] : edit.kind === "delete" ? [{ ...edit, kind: "insert" }] : [],
  );
  return [
    ...moves.reverse(),
    ...formats(memory.columns, matched, [...removed]),
    ...look(
      [...struck.keys()].filter((key) => !memory.gone.includes(key)),
      "plain",
    ),
    ...look(
      memory.gone.filter((key) => !struck.has(key)),
      "struck",
    ),
  ];
}

/** Consecutive lines as one block. */
function strips(lines: readonly number[]): { line: number; lines: number }[] {
  const found: { line: number; lines: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && last.line + last.lines === line) last.lines++;
    else found.push({ line, lines: 1 });
  }
  return found;
}

const formats = (columns: readonly TableColumn[], { fields }: Matched, lines: readonly number[]): LineEdit[] =>
  strips(lines).flatMap((strip) =>
    columns.flatMap(({ format }, c): LineEdit[] => {
      const field = fields[c];
      return field === undefined ? [] : [{ kind: "format", at: { ...strip, field, fields: 1 }, format: format ?? "General" }];
    }),
  );

/** The user's formulas for new rows, from the nearest row that has them. */
function fills(sheet: TableSheet, filled: ReadonlySet<number>, items: readonly Item[], at: readonly number[]): LineEdit[] {
  const edits: LineEdit[] = [];
  for (const field of filled) {
    const has = items.map((item) => "line" in item && !isBlank(sheet.at(item.line, field)));
    items.forEach((item, i) => {
      if (!("add" in item)) return;
      let [before, after] = [i, i];
      while (before >= 0 && !has[before]) before--;
      while (after < items.length && !has[after]) after++;
      const nearest = before >= 0 && (after >= items.length || i - before <= after - i) ? before : after;
      if (nearest >= items.length) return;
      edits.push({ kind: "fill", at: { line: at[i]!, field, lines: 1, fields: 1 }, from: { line: at[nearest]!, field, lines: 1, fields: 1 } });
    });
  }
  return edits;
}

/** Strikes out rows that are not in the answer any more, and undoes it for those that are back. */
function looks(
  { memory }: RefreshInput,
  { fields, lines }: Matched,
  struck: ReadonlyMap<string, number>,
  after: ReadonlyMap<number, number>,
  newLines: readonly number[],
): LineEdit[] {
  const ours = fields.filter((f) => f !== undefined);
  const looking = (line: number, count: number, look: "struck" | "plain"): LineEdit[] =>
    ours.map((field) => ({ kind: "look", look, at: { line, lines: count, field, fields: 1 } }));
  const marked = (key: string, look: "struck" | "plain"): LineEdit[] => {
    const line = lines.get(key);
    const now = line === undefined ? undefined : after.get(line);
    return now === undefined ? [] : looking(now, 1, look);
  };
  return [
    // A host gives an inserted row the look of the one beside it, which may be struck out.
    ...(memory.gone.length > 0 ? strips(newLines).flatMap(({ line, lines: count }) => looking(line, count, "plain")) : []),
    ...[...struck.keys()].filter((key) => !memory.gone.includes(key)).flatMap((key) => marked(key, "struck")),
    ...memory.gone.filter((key) => !struck.has(key)).flatMap((key) => marked(key, "plain")),
  ];
}

/** The rows to remember, in the order of the sheet; in their former order if the user sorted it, so that this is seen the next time too. */
function rowsAfter(
  { memory }: RefreshInput,
  { lines }: Matched,
  items: readonly Item[],
  known: KeyedRows,
  now: (key: string) => readonly PlainContent[],
): PlainContent[][] {
  const keyAt = new Map([...lines].map(([key, line]) => [line, key]));
  const valuesOf = (key: string): PlainContent[] => {
    const values = now(key);
    return memory.columns.map((_, c) => values[c] ?? null);
  };
  const order = [...known.keys()].flatMap((key) => lines.get(key) ?? []);
  const isSorted = order.some((line, i) => i > 0 && line < order[i - 1]!);
  const onSheet = items.flatMap((item) => {
    const key = "add" in item ? item.add : keyAt.get(item.line);
    return key === undefined ? [] : [key];
  });
  if (!isSorted) return onSheet.map(valuesOf);
  const there = new Set(onSheet);
  const former = new Set([...known.keys()].filter((key) => there.has(key) && lines.has(key)));
  return [...former, ...onSheet.filter((key) => !former.has(key))].map(valuesOf);
}

function notesOf({ memory, sheet }: RefreshInput, { fields, heading }: Matched, span: Span, filled: ReadonlySet<number>, added: number): string[] {
  const notes: string[] = [];
  const without = memory.columns.filter((_, c) => fields[c] === undefined).map(({ heading: name }) => name);
  if (without.length > 0) notes.push(`Left out, because you deleted the column: ${without.join(", ")}.`);
  const unfilled = span.own.filter((field) => {
    if (filled.has(field)) return false;
    for (let line = (heading ?? sheet.block.line - 1) + 1; line < sheet.block.line + sheet.block.lines; line++)
      if (sheet.at(line, field).formula !== "") return true;
    return false;
  });
  if (added > 0 && unfilled.length > 0)
    notes.push(`${unfilled.length === 1 ? "A column that you added has" : "Columns that you added have"} different formulas, so new rows have none there.`);
  return notes;
}
