import { CellValueType, type ICellData, ICommandService, type Injector, IUndoRedoService } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { SetRangeValuesCommand } from "@univerjs/sheets";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { modesIn } from "../../../engine/book/book-modes";
import { valueOf } from "../../../engine/book/cell-data";
import type { EngineFunctions } from "../../../engine/univer";
import { hasText, patternOf, withReplaced, type Wanted } from "../../../workbook/find-text";
import { tokensOf } from "../../../workbook/formula-tokens";
import { createGridSheets } from "../workbook/grid-sheets";
import { contentData } from "../workbook/grid-writing";
import { gridFormulas, shownCell } from "../workbook/sheet-cells";
import { typedNumber, typedText } from "../numbers/typed-text";

/** What is looked for, and where. */
export interface Search extends Wanted {
  /** `formulas`: formulas, and values as they are typed; `values`: what cells show. */
  readonly lookIn: "formulas" | "values";
  readonly within: "sheet" | "workbook";
}

/** A cell that has the text. */
interface Match {
  readonly sheet: FWorksheet;
  readonly row: number;
  readonly column: number;
  /** What a replacement changes; undefined for a value that a formula gives. */
  readonly content: string | undefined;
}

/** What a replacement has done. */
export interface ReplacedCells {
  readonly cells: number;
  /** Cells that have the text but were not changed, because a formula would be broken. */
  readonly broken: number;
}

/** Finds and replaces in the grid's cells. */
export interface Finder {
  /** The number of cells that have the text, in all. */
  count(search: Search): number;
  /** Selects the next cell that has the text, or the one before, after the end from the start. Its address; undefined if there is none. */
  go(search: Search, back: boolean): string | undefined;
  /** Replaces the text in the active cell, if it has it. */
  replace(search: Search, replacement: string): ReplacedCells;
  /** Replaces the text in all cells, in one step to undo. */
  replaceAll(search: Search, replacement: string): ReplacedCells;
}

const patternAt = (sheet: FWorksheet, row: number, column: number): string => sheet.getSheet().getCellStyle(row, column)?.n?.pattern ?? "General";

/** True for a formula that ends: its quotes and parentheses are closed, and something follows each operator. */
function isWhole(formula: string): boolean {
  const tokens = tokensOf(formula.slice(1)).filter(({ kind }) => kind !== "blank");
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind === "open") depth++;
    if ((kind === "close" && --depth < 0) || (kind === "mark" && text === '"')) return false;
  }
  const last = tokens.at(-1);
  return depth === 0 && last !== undefined && last.kind !== "comma" && (last.kind !== "mark" || /[%#}\]]/.test(last.text));
}

/** The data of a cell into which this text is typed, or undefined if it is an unfinished formula. */
function dataOfTyped(text: string, was: ICellData, pattern: string, from1904: boolean): ICellData | undefined {
  if (text.startsWith("=")) return isWhole(text) ? contentData({ formula: text }) : undefined;
  // A cell for text stays one.
  if (pattern === "@" || was.t === CellValueType.FORCE_STRING) return contentData(text);
  if (/^(true|false)$/i.test(text)) return contentData(/^true$/i.test(text));
  const typed = typedNumber(text, from1904);
  if (!typed) return contentData(text);
  return { ...contentData(typed.value), ...(typed.format !== undefined && pattern === "General" ? { s: { n: { pattern: typed.format } } } : {}) };
}

/** Finds and replaces as Excel does, not in rows that a filter hides: a replacement changes formulas and typed values, never the value that a formula gives. */
export function createFinder(api: FUniver, injector: Injector, functions: EngineFunctions): Finder {
  const from1904 = (): boolean => modesIn(api.getActiveWorkbook()?.getWorkbook().getSnapshot() ?? {}).from1904 === true;

  /** A value as the formula bar has it. */
  function textOf(sheet: FWorksheet, row: number, column: number, cell: ICellData): string {
    const { value, text } = shownCell(sheet, row, column, cell);
    return typeof value === "number" ? typedText(value, patternAt(sheet, row, column), text, from1904()) : text;
  }

  /** All cells that have the text, by sheets, rows and columns. */
  function matchesOf({ lookIn, within, ...wanted }: Search): readonly Match[] {
    if (wanted.text === "") return [];
    const pattern = patternOf(wanted);
    const sheets = createGridSheets(api, functions);
    const all = within === "workbook" ? sheets.book().getSheets() : [sheets.book().getActiveSheet()];
    return all
      .filter((sheet) => !sheet.isSheetHidden())
      .flatMap((sheet) => {
        const found: Match[] = [];
        const formulas = new Map<string, string>();
        for (const { row, column, formula } of gridFormulas(api, sheet)) formulas.set(`${row}|${column}`, formula);
        const look = (row: number, column: number, cell: ICellData, isOwn: boolean): void => {
          if (sheet.getSheet().getRowFiltered(row)) return;
          const formula = formulas.get(`${row}|${column}`);
          const content = formula ?? (isOwn ? textOf(sheet, row, column, cell) : undefined);
          const text = lookIn === "formulas" ? content : shownCell(sheet, row, column, cell).text;
          if (text !== undefined && text !== "" && hasText(text, pattern))
            found.push({ sheet, row, column, content: lookIn === "formulas" ? content : undefined });
        };
        sheet
          .getSheet()
          .getCellMatrix()
          .forValue((row, column, cell) => {
            if (cell && (valueOf(cell) !== null || formulas.has(`${row}|${column}`))) look(row, column, cell, true);
          });
        if (lookIn === "values")
          for (const key of formulas.keys()) {
            const [row = 0, column = 0] = key.split("|").map(Number);
            const block = functions.spillOf(sheets.engineCell(sheet, { row, column }));
            for (let r = row; block && r <= block.endRow; r++)
              for (let c = column; c <= block.endColumn; c++) {
                const cell = r === row && c === column ? undefined : functions.spilled(sheets.engineCell(sheet, { row: r, column: c }));
                if (cell) look(r, c, cell, false);
              }
          }
        return found.sort((a, b) => a.row - b.row || a.column - b.column);
      });
  }

  function replaceIn(matches: readonly Match[], search: Search, replacement: string): ReplacedCells {
    const pattern = patternOf(search);
    const bySheet = new Map<FWorksheet, Record<number, Record<number, ICellData>>>();
    let [cells, broken] = [0, 0];
    for (const { sheet, row, column, content } of matches) {
      const now = content === undefined ? undefined : withReplaced(content, pattern, replacement);
      if (now === undefined || now === content) continue;
      const data = dataOfTyped(now, sheet.getSheet().getCellRaw(row, column) ?? {}, patternAt(sheet, row, column), from1904());
      if (!data || (content!.startsWith("=") && !now.startsWith("="))) {
        broken++;
        continue;
      }
      cells++;
      const rows = bySheet.get(sheet) ?? {};
      (rows[row] ??= {})[column] = data;
      bySheet.set(sheet, rows);
    }
    const unitId = api.getActiveWorkbook()?.getId() ?? "";
    const together = injector.get(IUndoRedoService).__tempBatchingUndoRedo(unitId);
    for (const [sheet, value] of bySheet)
      injector.get(ICommandService).syncExecuteCommand(SetRangeValuesCommand.id, { unitId, subUnitId: sheet.getSheetId(), value });
    together.dispose();
    return { cells, broken };
  }

  const active = () => {
    const sheets = createGridSheets(api, functions);
    const cell = sheets.book().getActiveCell();
    return { sheet: sheets.book().getActiveSheet().getSheetId(), row: cell?.getRow() ?? 0, column: cell?.getColumn() ?? 0 };
  };

  return {
    count: (search) => matchesOf(search).length,
    go: (search, back) => {
      const found = matchesOf(search);
      if (found.length === 0) return undefined;
      const { sheet, row, column } = active();
      const order = api
        .getActiveWorkbook()!
        .getSheets()
        .map((one) => one.getSheetId());
      const place = (m: { sheet: string; row: number; column: number }) => [order.indexOf(m.sheet), m.row, m.column] as const;
      const here = place({ sheet, row, column });
      const compare = (m: Match): number => {
        const there = place({ sheet: m.sheet.getSheetId(), row: m.row, column: m.column });
        return there[0] - here[0] || there[1] - here[1] || there[2] - here[2];
      };
      const next = (back ? found.filter((m) => compare(m) < 0).at(-1) : found.find((m) => compare(m) > 0)) ?? found.at(back ? -1 : 0)!;
      api.getActiveWorkbook()!.setActiveSheet(next.sheet);
      next.sheet.getRange(next.row, next.column).activate();
      next.sheet.scrollToCell(Math.max(0, next.row - 3), Math.max(0, next.column - 2));
      return next.sheet.getRange(next.row, next.column).getA1Notation();
    },
    replace: (search, replacement) => {
      const at = active();
      const own = matchesOf(search).filter((m) => m.sheet.getSheetId() === at.sheet && m.row === at.row && m.column === at.column);
      return replaceIn(own, search, replacement);
    },
    replaceAll: (search, replacement) => replaceIn(matchesOf(search), search, replacement),
  };
}
