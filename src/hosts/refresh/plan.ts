import { MOMENT_FUNCTIONS, unconfirmableIn, untrustedIn, WITH_COMMAS } from "../../engine/trust/trust";
import { createAreaIndex, type Group } from "../../workbook/area-index";
import type { Area } from "../../workbook/areas";
import type { Book, BookCell } from "../../workbook/book";
import type { Block } from "../../workbook/block";
import { addressOf } from "../../workbook/cell-address";
import { overlap } from "../../workbook/cell-reference";
import { hasServiceCall, isServiceName } from "../../workbook/formulas/service-calls";
import { calledInSheets, sheetsForm } from "../../workbook/formulas/called-in-sheets";
import { subtotalsBeyondValues } from "../../workbook/formulas/subtotals";
import { bookFormulas, isOfTable, type PlannedFormula } from "./book-formulas";

/** Edges that are followed. A book with more is not searched. */
const MOST_EDGES = 5_000_000;

interface Visit<T> {
  readonly node: T;
  readonly to: readonly T[];
  next: number;
}

/**
 * The nodes of a directed graph that reach themselves. Empty if it has too many edges to search.
 *
 * @param edges the nodes that one leads to; one may repeat
 */
export function cyclesIn<T>(nodes: Iterable<T>, edges: (node: T) => readonly T[]): ReadonlySet<T> {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const open = new Set<T>();
  const stack: T[] = [];
  const found = new Set<T>();
  let count = 0;
  const begin = (node: T): Visit<T> => {
    const to = edges(node);
    count += to.length;
    if (to.includes(node)) found.add(node);
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    open.add(node);
    return { node, to, next: 0 };
  };
  for (const root of nodes) {
    if (index.has(root)) continue;
    const visits = [begin(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      if (count > MOST_EDGES) return new Set();
      const { node, to } = visit;
      const other = to[visit.next++];
      if (other !== undefined) {
        if (!index.has(other)) visits.push(begin(other));
        else if (open.has(other)) low.set(node, Math.min(low.get(node)!, index.get(other)!));
        continue;
      }
      visits.pop();
      const parent = visits.at(-1);
      if (parent) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(node)!));
      if (low.get(node) !== index.get(node)) continue;
      const group: T[] = [];
      for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
        open.delete(last);
        group.push(last);
        if (last === node) break;
      }
      if (group.length > 1) for (const one of group) found.add(one);
    }
  }
  return found;
}

/** The block that a cell's formula fills. */
export function filledBlock({ row, column, spill }: BookCell): Block {
  return { row, column, rows: Math.max(1, spill?.length ?? 1), columns: Math.max(1, spill?.[0]?.length ?? 1) };
}

/** The address of a formula's cell, `Sheet1!B2`. */
export const whereOf = ({ sheet, cell: { row, column } }: Pick<PlannedFormula, "sheet" | "cell">): string => addressOf({ sheet, row, column });

/** True if a formula calls SERVICE, itself or in a defined name that it uses. */
export const callsService = ({ plain, references }: Pick<PlannedFormula, "plain" | "references">): boolean =>
  hasServiceCall(plain) || [...references.functions].some(isServiceName);

/** True if the book has no value of a formula, because the program that wrote it does not calculate. What reads it would take it for 0. */
const isUncalculated = ({ cell }: PlannedFormula): boolean => cell.formula !== undefined && cell.value === null;

/** A sheet of this name is not found by the engine in formulas of other sheets. */
const ENGINE_NAME = "__proto__";

export type BookPlan = ReturnType<typeof planOf>;

/** Why the result of a formula cannot be trusted; or which function a second calculation has to confirm. */
function judgedOf(
  one: PlannedFormula,
  book: Book,
  { isLotus, isCircular, isBeyondValues }: { readonly isLotus: boolean; readonly isCircular: boolean; readonly isBeyondValues: boolean },
): Partial<Pick<PlannedFormula, "why" | "doubt">> {
  if (isLotus)
    return { why: "Its sheet is calculated by the rules of Lotus 1-2-3. Turn that off in Excel, under Options, Advanced, Lotus compatibility settings." };
  if (one.cell.formula === undefined) {
    if (calledInSheets(one.formula) !== undefined)
      return {
        why: "It reads a range without an end, such as A2:A, which Excel does not have. Give it an end in Google Sheets, such as A2:A99, and download the book again.",
      };
    if (one.formula === "") return { why: "It belongs to a data table, which this refresh does not calculate." };
    return {
      why: isOfTable(one.formula)
        ? "Its formula refers to a table or a column that this book does not have. Correct it in Excel, and save the book."
        : "Its formula refers to another workbook, which this refresh does not read.",
    };
  }
  if (sheetsForm(one.formula)) return { why: "Only Google Sheets calculates it. Upload the book there to update it." };
  if (isCircular) return { why: "It refers to itself, also through other cells." };
  const [looped] = cyclesIn(one.references.names.keys(), (name) => one.references.names.get(name) ?? []);
  if (looped) return { why: `It uses the name ${looped.name}, which refers to itself, also through other names. Open the book in Excel to update it.` };
  if (one.unknown !== undefined) return { why: one.unknown };
  const doubt = untrustedIn(one.plain, book.names, book.locale?.decimal === "," ? WITH_COMMAS : undefined);
  const name = one.references.areas.some(({ sheet }) => sheet === ENGINE_NAME && sheet !== one.sheet)
    ? `the sheet ${ENGINE_NAME}`
    : isBeyondValues
      ? "SUBTOTAL or AGGREGATE over hidden rows or other subtotals"
      : doubt && unconfirmableIn(one.plain, book.names);
  return name === undefined ? { doubt } : { why: `It uses ${name}, whose result may differ from Excel's.` };
}

/**
 * The formulas that a refresh calculates: calls of SERVICE, TODAY and NOW, formulas without a value, and everything that depends on them; none in a book without a call of SERVICE. A formula whose result cannot be trusted keeps
 * its value, and so does everything that depends on it: a value from an old and a new one would be wrong.
 *
 * @param grown blocks that formulas fill from now on, if they are larger than before: what reads the new cells depends on them too
 * @param within only calls in these areas are calculated, with what depends on them; TODAY and NOW then only if they depend on such a call. Missing: all
 */
export function planOf(book: Book, grown: ReadonlyMap<BookCell, Block> = new Map(), within?: readonly Area[]) {
  const all = bookFormulas(book);
  const readers = createAreaIndex<PlannedFormula>();
  /** The formulas that may read an area, besides its readers. */
  const mayRead = createAreaIndex<PlannedFormula>();
  const mayReadAnything = all.filter(({ reach }) => reach === "everything");
  for (const planned of all) {
    for (const area of planned.references.areas) readers.add(area, planned);
    if (planned.reach !== "everything") for (const area of planned.reach) mayRead.add(area, planned);
  }

  const filledBy = ({ sheet, cell }: PlannedFormula): Area => ({ sheet, ...(grown.get(cell) ?? filledBlock(cell)) });

  /** These formulas and all that depend on them. */
  const closure = (roots: readonly PlannedFormula[], reached: (planned: PlannedFormula, from: PlannedFormula) => void): Set<PlannedFormula> => {
    const closed = new Set(roots);
    const queue = [...roots];
    const searches = [readers.search(), mayRead.search()];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const from = next;
      const found = (other: PlannedFormula): void => {
        if (closed.has(other)) return;
        closed.add(other);
        reached(other, from);
        queue.push(other);
      };
      for (const search of searches) search(filledBy(from), found);
      if (from === roots[0]) mayReadAnything.forEach(found);
    }
    return closed;
  };

  const isClock = ({ references }: PlannedFormula): boolean => MOMENT_FUNCTIONS.some((name) => references.functions.has(name));
  const isSelected = ({ sheet, cell }: PlannedFormula): boolean =>
    !within || within.some((area) => area.sheet.toLowerCase() === sheet.toLowerCase() && overlap(area, filledBlock(cell)));
  const calls = all.filter((one) => callsService(one) && isSelected(one));
  // What a data table reads is not in its formula. A book without calls is not calculated.
  const called = new Set(calls);
  const roots = calls.length === 0 ? [] : all.filter((one) => called.has(one) || one.formula === "" || isUncalculated(one) || (!within && isClock(one)));
  const planned = closure(roots, () => undefined);
  const beyond = subtotalsBeyondValues(book, all);
  // In every round: a formula that reads the new cells of an array can be one that the array depends on.
  const circular = cyclesIn<PlannedFormula | Group<PlannedFormula>>(planned, (from) =>
    "groups" in from ? [...from.groups, ...from.items] : readers.groupsOf(filledBy(from)),
  );
  const asLotus = new Set(book.sheets.filter((sheet) => sheet.asLotus).map(({ name }) => name));
  for (const one of planned)
    Object.assign(one, judgedOf(one, book, { isLotus: asLotus.has(one.sheet), isCircular: circular.has(one), isBeyondValues: beyond.has(one) }));
  const keepDependents = (roots: readonly PlannedFormula[]): void =>
    void closure(roots, (other, from) => {
      other.why ??= `It depends on ${whereOf(from)}, which keeps its value.`;
    });
  keepDependents([...planned].filter(({ why }) => why !== undefined));
  return {
    /** In the order of the book. */
    planned: all.filter((one) => planned.has(one)),
    /** These formulas keep their values, each for its reason, and so does everything that depends on them. */
    keep: (reasons: ReadonlyMap<PlannedFormula, string>): void => {
      for (const [one, why] of reasons) one.why ??= why;
      keepDependents([...reasons.keys()]);
    },
  };
}
