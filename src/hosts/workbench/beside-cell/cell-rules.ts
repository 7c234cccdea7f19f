import type { Injector } from "@univerjs/core";
import { IEditorBridgeService } from "@univerjs/preset-sheets-core";
import { SetRangeValuesCommand, SheetInterceptorService, VALIDATE_CELL } from "@univerjs/sheets";
import { sheetIndex } from "../../../engine/book/book-data";
import { formulasAt, isAllowed, ruleAt } from "../../../workbook/allowed-value";
import type { Book, SheetValidation } from "../../../workbook/book";
import { refOf } from "../../../workbook/cell-address";
import { sameSheet, type BookEdit } from "../../../workbook/edits/moved-areas";
import { copiesAfter } from "../../../workbook/edits/sheet-edits";
import { movedValidations } from "../../../workbook/xlsx/save/rule-areas";
import { isWithin, takeKeys } from "../keys/take-keys";
import type { Desk, DeskQuestion, ListEntry } from "../page/desk";
import type { FollowCell } from "./follow-cell";
import type { Grid } from "../page-grid";
import { createGridSheets, gridFormulaAt, type GridSheets } from "../workbook/grid-sheets";
import { chosenData, listEntriesOf, isCalculated, operandsOf, type RuledCell } from "./rule-entries";

interface RuleParts {
  readonly grid: Grid;
  readonly desk: Desk;
  readonly follow: FollowCell;
  /** The book as it was opened, with its rules. */
  readonly opened: () => Book;
  /** What moved its cells and sheets since. */
  readonly edits: () => readonly BookEdit[];
}

interface Rules extends RuleParts {
  /** The sheets of the workbook that is open now. */
  readonly sheets: () => GridSheets;
  readonly ruleOf: (cell: RuledCell) => SheetValidation | undefined;
}

/** Finds the rule of a cell, where it is after edits. A copied sheet has the rules of its source. */
function ruleFinder({ opened, edits }: RuleParts): (sheets: GridSheets, cell: RuledCell) => SheetValidation | undefined {
  const known = { edits: edits(), book: opened(), rules: new Map<string, readonly SheetValidation[]>() };
  const rulesOf = (sheets: GridSheets, sheet: string): readonly SheetValidation[] => {
    const { sheets: all } = opened();
    const index = sheetIndex(sheet);
    const name = sheets.book().getSheetBySheetId(sheet)?.getSheetName() ?? "";
    const names = all.map((one) => one.name);
    const copy = index === undefined ? copiesAfter(names, edits()).find((one) => sameSheet(one.name, name)) : undefined;
    const was = all[index ?? copy?.origin ?? -1];
    return was?.validations ? movedValidations(was.validations, was.name, copy?.edits ?? edits()) : [];
  };
  return (sheets, { sheet, row, column }) => {
    if (known.edits !== edits() || known.book !== opened()) {
      Object.assign(known, { edits: edits(), book: opened() });
      known.rules.clear();
    }
    const rules = known.rules.get(sheet) ?? rulesOf(sheets, sheet);
    known.rules.set(sheet, rules);
    return ruleAt(rules, row, column);
  };
}

/** Asks the user about a value that a rule does not allow. Resolves to whether it is kept. */
function askAbout(desk: Desk, rule: SheetValidation, cell: string, edit: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const { style, title, text } = rule.refusal!;
    const keep = { label: style === "warning" ? "Keep it" : "OK", run: () => resolve(true) };
    const retry = {
      label: "Try again",
      main: true,
      run: () => {
        resolve(false);
        setTimeout(edit, 0);
      },
    };
    const cancel = { label: "Cancel", run: () => resolve(false) };
    const question: DeskQuestion = {
      title: title || (style === "stop" ? `${cell} does not accept this value` : `Is this value right for ${cell}?`),
      text: text || `The value does not fit the rule of ${cell}. The rule can be changed in Excel.`,
      answers: style === "stop" ? [retry, cancel] : style === "warning" ? [retry, keep, cancel] : [{ ...keep, main: true }, cancel],
    };
    desk.set({ question });
    // Escape closes a question without an answer.
    const end = desk.onChange(() => {
      if (desk.state().question === question) return;
      end();
      setTimeout(() => resolve(false), 0);
    });
  });
}

/** Asks about typed values that the rule of their cell does not allow. */
function checkTyped({ grid, desk, sheets: open, ruleOf }: Rules): void {
  grid.injector.get(SheetInterceptorService).writeCellInterceptor.intercept(VALIDATE_CELL, {
    handler: async (last, { subUnitId, row, col: column }, next) => {
      const cell = { sheet: subUnitId, row, column };
      const rule = ruleOf(cell);
      if (!rule?.refusal || (await last) === false) return (await next(last)) ?? true;
      const sheets = open();
      const sheet = sheets.book().getSheetBySheetId(subUnitId);
      // The result of a formula that takes too long is kept.
      if (!sheet || (gridFormulaAt(sheet, row, column) !== "" && !(await isCalculated(grid.functions)))) return (await next(last)) ?? true;
      const operands = await operandsOf(grid, rule, cell);
      const { value } = sheets.shown(sheet, row, column);
      const edit = (): void => {
        sheets.book().getActiveSheet().getRange(row, column).activate();
        sheets.book().startEditing();
      };
      const isRefused = isAllowed({ ...rule, formulas: formulasAt(rule, cell) }, value, operands) === false;
      return (await next(isRefused ? askAbout(desk, rule, refOf(cell), edit) : Promise.resolve(true))) ?? true;
    },
  });
}

/** Shows the prompt and the list of the selected cell. */
function showRule({ grid, desk, sheets, ruleOf, follow }: Rules): void {
  const choose = (cell: RuledCell, entry: ListEntry): void =>
    void grid.api.syncExecuteCommand(SetRangeValuesCommand.id, {
      unitId: sheets().book().getId(),
      subUnitId: cell.sheet,
      value: { [cell.row]: { [cell.column]: chosenData(sheets(), cell, entry) } },
    });
  const show = (entries: readonly ListEntry[] | undefined): void => {
    const { rule } = desk.state();
    if (rule?.list && rule.list.entries !== entries) desk.set({ rule: { ...rule, list: { ...rule.list, entries } } });
  };
  const open = async (rule: SheetValidation, cell: RuledCell): Promise<void> => {
    const entries = await listEntriesOf(grid, sheets(), rule, cell);
    if (desk.state().rule?.cell !== refOf(cell)) return;
    if (entries.length > 0) show(entries);
    else desk.say(`The list of ${refOf(cell)} is empty. Its rule can be changed in Excel.`);
  };
  follow(
    (row, column) => {
      const cell = { sheet: sheets().book().getActiveSheet().getSheetId(), row, column };
      const rule = ruleOf(cell);
      return rule && (rule.prompt || rule.hasArrow) ? { rule, cell } : undefined;
    },
    (beside) => {
      const before = desk.state().rule;
      if (!beside) return before && desk.set({ rule: undefined });
      const { rule, cell } = beside.content;
      const address = refOf(cell);
      const list = {
        entries: before?.cell === address ? before.list?.entries : undefined,
        open: () => void open(rule, cell),
        close: () => show(undefined),
        choose: (entry: ListEntry) => choose(cell, entry),
      };
      desk.set({ rule: { cell: address, ...beside.place, ...(rule.prompt ? { prompt: rule.prompt } : {}), ...(rule.hasArrow ? { list } : {}) } });
    },
    false,
  );
}

/** Opens the list of the selected cell with Alt+Down. */
function followListKey(injector: Injector, desk: Desk): void {
  takeKeys((e) => {
    const { rule } = desk.state();
    if (e.key !== "ArrowDown" || !e.altKey || e.ctrlKey || !rule?.list || injector.get(IEditorBridgeService).isVisible().visible) return false;
    if (!isWithin(e, ".wb-grid")) return false;
    rule.list.open();
    return true;
  });
}

/** Applies the rules of the opened file to what is typed into cells: prompts, lists, and refusals. */
export function applyCellRules(parts: RuleParts): void {
  const { grid, desk } = parts;
  const sheets = (): GridSheets => createGridSheets(grid.api, grid.functions);
  const find = ruleFinder(parts);
  const rules: Rules = { ...parts, sheets, ruleOf: (cell) => find(sheets(), cell) };
  checkTyped(rules);
  showRule(rules);
  followListKey(grid.injector, desk);
}
