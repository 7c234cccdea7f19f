import { append } from "../contract/lists";
import type { Area } from "../workbook/areas";
import type { CellPlace } from "../workbook/cell";
import { addressOf, blockText } from "../workbook/cell-address";
import type { Reference } from "../workbook/count-references";
import type { SheetReading } from "../workbook/sheet-edits";
import { withRanges } from "../workbook/with-ranges";
import { movedLines } from "./moved-lines";
import type { RangeOfRows } from "./refresh-report";
import { onSheet, readSheet, unlessRefused, writeFormulas, type NamedReading } from "./sheet-formulas";
import { wait, type Steps } from "./steps";
import type { Blocks } from "./table-book";
import { cellAt, type Lines } from "./table-sheet";
import { filledCopies, isWhole, overLines, wholeFormulas, type Body, type WholeFormula } from "./whole-ranges";

/** A formula that was changed. */
export interface ChangedFormula {
  readonly cell: CellPlace;
  readonly before: string;
  readonly after: string;
}

interface Extension {
  readonly extended: readonly RangeOfRows[];
  readonly partial: readonly RangeOfRows[];
  /** The formulas on other sheets, for an undo. */
  readonly elsewhere: readonly ChangedFormula[];
}

/** Ranges over all rows of a table, as they are before a refresh. */
interface WholeRanges {
  readonly body: Body;
  /** Where the host's own changes of formulas leave these ranges. */
  readonly follows: Lines;
  readonly formulas: ReadonlyMap<string, readonly WholeFormula[]>;
  /** Those of defined names. */
  readonly named: readonly Area[];
}

/**
 * Finds the ranges of formulas over exactly all rows of a table, before a refresh after which they would not have all of them: the host itself extends only
 * ranges with rows inserted between their first and last.
 *
 * @param references reads what formulas of the workbook refer to
 */
export function* findWholeRanges(
  blocks: Blocks,
  read: SheetReading,
  body: Body,
  references: () => Steps<readonly Reference[]>,
): Steps<WholeRanges | undefined> {
  const { before, after } = body.body;
  const follows = movedLines(before, body.edits);
  if (!follows || before.lines < 2 || after.lines === 0 || (follows.line === after.line && follows.lines === after.lines)) return undefined;
  const whole = (yield* references()).filter((area) => isWhole(area, body));
  const formulas = new Map<string, readonly WholeFormula[]>();
  for (const home of new Set(whole.flatMap(({ homes }) => homes))) {
    if (home === "") continue;
    const there = home === read.block.sheet ? read : yield* readSheet(blocks, home);
    formulas.set(home, there ? wholeFormulas(there, body) : []);
  }
  // A table without headings has a name of its own over all rows.
  const named = whole.filter((area) => area.homes.includes("") && blockText(area) !== blockText(read.block));
  return { body, follows, formulas, named };
}

/** Lets the ranges of one sheet's formulas have all rows. Returns the formulas that have; the host may refuse it, such as on a protected sheet. */
function* extendOn(blocks: Blocks, sheet: NamedReading, formulas: readonly WholeFormula[], { body: { after }, orientation }: Body): Steps<ChangedFormula[]> {
  const changed = formulas.map(({ cell, before, ranges }): ChangedFormula => {
    const now = cellAt(sheet.read, cell)?.formula ?? "";
    return { cell, before, after: withRanges(now, cell.sheet, (range, i) => (ranges.has(i) ? overLines(range, after, orientation) : undefined)) };
  });
  const toWrite = changed.filter((one) => cellAt(sheet.read, one.cell)?.formula !== one.after);
  yield* unlessRefused(() =>
    writeFormulas(
      blocks,
      sheet,
      toWrite.map(({ cell, after: formula }) => ({ cell, formula })),
    ),
  );
  const then = yield* wait(blocks.read(sheet.name));
  return changed.filter(({ cell, after: text }) => then && cellAt(then, cell)?.formula === text);
}

/** Lets the ranges have all rows, after the refresh. A formula that cannot be changed is reported. Nothing else of a formula is changed. */
export function* extendRanges(blocks: Blocks, table: NamedReading, { body, follows, formulas, named }: WholeRanges): Steps<Extension> {
  const wordsOf = (cell: string, range: Area, has: Lines | undefined): RangeOfRows => ({
    cell,
    has: blockText(has ? overLines(range, has, body.orientation) : range),
    all: blockText(overLines(range, body.body.after, body.orientation)),
  });
  const [extended, partial]: [RangeOfRows[], RangeOfRows[]] = [[], []];
  const elsewhere: ChangedFormula[] = [];
  for (const [home, found] of formulas) {
    const isOwn = home === body.sheet;
    const done = yield* unlessRefused(() =>
      isOwn
        ? extendOn(blocks, table, [...found, ...filledCopies(found, table.read, body)], body)
        : onSheet(blocks, home, (other) => extendOn(blocks, other, found, body)),
    );
    const isDone = new Set(done?.map(({ cell }) => addressOf(cell)));
    for (const { cell, ranges } of found) {
      const address = addressOf(cell);
      const of = isDone.has(address) ? extended : partial;
      for (const range of ranges.values()) of.push(wordsOf(address, range, isDone.has(address) ? undefined : follows));
    }
    if (!isOwn) append(elsewhere, done ?? []);
  }
  for (const range of named) partial.push(wordsOf("a defined name", range, follows));
  const { line, lines } = body.body.after;
  const hasAll = follows.line <= line && follows.line + follows.lines >= line + lines;
  return { extended, partial: hasAll ? [] : partial, elsewhere };
}

/** Undoes a refresh, and gives formulas of other sheets their former text if nobody changed them since. */
export function* restoringElsewhere(blocks: Blocks, formulas: readonly ChangedFormula[], undo: () => Steps<void>): Steps<void> {
  const sheets = [...new Set(formulas.map(({ cell }) => cell.sheet))];
  const unchanged: ChangedFormula[] = [];
  for (const sheet of sheets) {
    const read = yield* readSheet(blocks, sheet);
    const isUnchanged = ({ cell, after }: ChangedFormula): boolean => cell.sheet === sheet && read !== undefined && cellAt(read, cell)?.formula === after;
    append(unchanged, formulas.filter(isUnchanged));
  }
  yield* undo();
  for (const sheet of sheets)
    yield* unlessRefused(() =>
      onSheet(blocks, sheet, (other) => {
        const here = unchanged.filter(({ cell, before }) => cell.sheet === sheet && cellAt(other.read, cell)?.formula !== before);
        return writeFormulas(
          blocks,
          other,
          here.map(({ cell, before: formula }) => ({ cell, formula })),
        );
      }),
    );
}
