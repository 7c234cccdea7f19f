import { memoized, memoizedByObject } from "../../contract/memoized";
import { ICommandService, type Injector, IUniverInstanceService, toDisposable, UniverInstanceType, type Workbook } from "@univerjs/core";
import { IDefinedNamesService, RegisterOtherFormulaService } from "@univerjs/engine-formula";
import {
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  ReorderRangeMutation,
  SetRangeValuesMutation,
  SheetInterceptorService,
} from "@univerjs/sheets";
import {
  AddConditionalRuleMutation,
  ConditionalFormattingFormulaService,
  ConditionalFormattingRuleModel,
  ConditionalFormattingService,
  ConditionalFormattingViewModel,
  SetConditionalRuleMutation,
} from "@univerjs/sheets-conditional-formatting";
import { FormulaRefRangeService } from "@univerjs/sheets-formula";
import { sameJson } from "../../contract/json";
import { append } from "../../contract/lists";
import { firstCell, formulasOf, withFormulas } from "../../workbook/conditional-format";
import { tokensOf } from "../../workbook/formulas/formula-tokens";
import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { shiftFormula } from "../../workbook/formulas/shift-formula";
import { blockOfRange } from "../book/ranges";
import { rulesOf, sheetMutations } from "./follow-formats";
import { formatOfGrid, gridRule } from "./format-feature";
import type { GridRule } from "./grid-rule";
import { localDay } from "./periods";
import { RuleCells, type RuleServices } from "./rule-cells";

/** The ids of the rules that each sheet has or had, by priority. */
const ordersOf = memoizedByObject((_: ConditionalFormattingRuleModel) => memoized((_sheet: string): string[] => []));
const orderOf = (model: ConditionalFormattingRuleModel, unit: string, sheet: string): string[] => ordersOf(model)(`${unit}|${sheet}`);

/** True for a rule that the sheet has or had. */
const wasThere = (model: ConditionalFormattingRuleModel, unit: string, sheet: string, id: string): boolean => orderOf(model, unit, sheet).includes(id);

/** Puts a rule that comes back, as by undo, where it was. Univer 0.25.1 puts it before all others. */
function keepRuleOrder(): void {
  const { addRule, moveRulePriority } = ConditionalFormattingRuleModel.prototype;
  ConditionalFormattingRuleModel.prototype.addRule = function (unit, sheet, rule) {
    const order = orderOf(this, unit, sheet);
    const place = order.indexOf(rule.cfId);
    addRule.call(this, unit, sheet, rule);
    if (place < 0) return void order.unshift(rule.cfId);
    const list = this.getSubunitRules(unit, sheet) ?? [];
    const [added] = list.splice(list.indexOf(rule), 1);
    const next = list.findIndex(({ cfId }) => order.indexOf(cfId) > place);
    if (added) list.splice(next < 0 ? list.length : next, 0, added);
  };
  ConditionalFormattingRuleModel.prototype.moveRulePriority = function (unit, sheet, start, end) {
    moveRulePriority.call(this, unit, sheet, start, end);
    const order = orderOf(this, unit, sheet);
    const now = (this.getSubunitRules(unit, sheet) ?? []).map(({ cfId }) => cfId);
    const others = order.filter((id) => !now.includes(id));
    order.length = 0;
    append(order, [...now, ...others]);
  };
}

/*
 * Univer's plugin keeps, edits and draws conditional formats. These files decide which cells a rule formats and where rules go with their cells, as Excel does, for exactly
 * 0.25.1: Univer's own takes no formula, case or wildcard in a rule about values, a blank for nothing and text for less than a number, and it changes formulas otherwise
 * than the file's.
 */

const clocks = new WeakMap<Injector, () => number>();
/** The rules that are shown or were, by their place. */
const shownOf = memoizedByObject((_: Injector) => new Map<string, RuleCells>());

/** True for a formula that calls SERVICE, itself or through names. */
function callsService(injector: Injector, unit: string, formula: string, seen = new Set<string>()): boolean {
  if (hasServiceCall(formula)) return true;
  const names = Object.values(injector.get(IDefinedNamesService).getDefinedNameMap(unit) ?? {});
  return tokensOf(formula).some(({ kind, text }) => {
    const key = text.toLowerCase();
    if ((kind !== "name" && kind !== "function") || seen.has(key)) return false;
    seen.add(key);
    return names.some((one) => one.name.toLowerCase() === key && callsService(injector, unit, one.formulaOrRefString, seen));
  });
}

const placeOf = (unit: string, sheet: string, rule: string): string => `${unit}|${sheet}|${rule}`;

const servicesOf = memoizedByObject((injector: Injector): RuleServices => {
  const watched = new Map<string, () => void>();
  injector.get(RegisterOtherFormulaService).formulaResult$.subscribe((results) => {
    const changed = new Set<() => void>();
    for (const sheets of Object.values(results))
      for (const list of Object.values(sheets)) for (const { formulaId } of list) changed.add(watched.get(formulaId) ?? (() => undefined));
    for (const tell of changed) tell();
  });
  const made: RuleServices = {
    today: () => clocks.get(injector)?.() ?? localDay(new Date()),
    callsService: (unit, formula) => callsService(injector, unit, formula),
    watch: (formula, changed) => void watched.set(formula, changed),
    unwatch: (formula) => void watched.delete(formula),
    changed: ({ unitId, subUnitId, rule }) => injector.get(ConditionalFormattingViewModel).markRuleDirty(unitId, subUnitId, rule.cfId),
  };
  injector.get(ConditionalFormattingRuleModel).$ruleChange.subscribe(({ type, unitId, subUnitId, rule }) => {
    const place = placeOf(unitId, subUnitId, rule.cfId);
    if (type !== "delete") return;
    shownOf(injector).get(place)?.dispose();
    shownOf(injector).delete(place);
  });
  return made;
});

/** Mutations that move cells, or change many. */
const MOVES: ReadonlySet<string> = new Set([
  InsertColMutation.id,
  InsertRowMutation.id,
  MoveColsMutation.id,
  MoveRangeMutation.id,
  MoveRowsMutation.id,
  RemoveColMutation.id,
  RemoveRowMutation.id,
  ReorderRangeMutation.id,
  "formula.mutation.set-array-formula-data",
]);

interface Private {
  _injector: Injector;
}

/** Marks the rules whose cells changed. */
function markChanged(this: Private): void {
  const injector = this._injector;
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    const {
      unitId: unit,
      subUnitId: sheet,
      cellValue = {},
    } = (params ?? {}) as { unitId?: string; subUnitId?: string; cellValue?: Record<number, Record<number, object | null>> };
    const view = injector.get(ConditionalFormattingViewModel);
    if (id === SetRangeValuesMutation.id && unit !== undefined && sheet !== undefined) {
      const rules = rulesOf(injector, unit, sheet);
      if (rules.length === 0) return;
      const cells = Object.entries(cellValue).flatMap(([row, line]) =>
        Object.entries(line ?? {}).flatMap(([column, cell]) => (cell === null || "v" in cell || "p" in cell ? [[Number(row), Number(column)] as const] : [])),
      );
      for (const { cfId, ranges } of rules)
        if (cells.some(([r, c]) => ranges.some((one) => r >= one.startRow && r <= one.endRow && c >= one.startColumn && c <= one.endColumn)))
          view.markRuleDirty(unit, sheet, cfId);
    } else if (MOVES.has(id))
      for (const [ofUnit, sheets] of injector.get(ConditionalFormattingRuleModel).getAll())
        for (const [ofSheet, rules] of sheets) for (const { cfId } of rules) view.markRuleDirty(ofUnit, ofSheet, cfId);
  });
}

/** Replaces what Univer does when a sheet is copied or deleted: it reverses the order of the rules, and leaves formulas at the old sheet. */
function followSheets(this: Private): void {
  const injector = this._injector;
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: (command) =>
      sheetMutations(injector, command, injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET) ?? undefined),
  });
}

/** Makes conditional formats of all workbooks work as in Excel. Call it once, before Univer starts its plugins. */
export function formatAsExcel(): void {
  const view = ConditionalFormattingViewModel.prototype as unknown as Private & {
    clearCache(this: Private): void;
    _createRuleCalculateUnitInstance(unit: string, sheet: string, rule: GridRule): unknown;
  };
  view._createRuleCalculateUnitInstance = function (unitId, subUnitId, rule) {
    const workbook = this._injector.get(IUniverInstanceService).getUnit<Workbook>(unitId);
    const worksheet = workbook?.getSheetBySheetId(subUnitId);
    if (!workbook || !worksheet) return undefined;
    const cells = new RuleCells({ workbook, worksheet, unitId, subUnitId, accessor: this._injector, rule }, servicesOf(this._injector));
    shownOf(this._injector).set(placeOf(unitId, subUnitId, rule.cfId), cells);
    return cells;
  };
  const { clearCache } = view;
  view.clearCache = function () {
    // Another workbook is opened.
    for (const cells of shownOf(this._injector).values()) cells.dispose();
    shownOf(this._injector).clear();
    clearCache.call(this);
  };
  const service = ConditionalFormattingService.prototype as unknown as Record<"_initCellChange" | "_initSheetChange", (this: Private) => void>;
  service._initCellChange = markChanged;
  service._initSheetChange = followSheets;
  // Rules register their formulas themselves, for the cells that are looked at.
  ConditionalFormattingFormulaService.prototype.registerFormulaWithRange = () => undefined;
  const { registerRangeFormula } = FormulaRefRangeService.prototype;
  FormulaRefRangeService.prototype.registerRangeFormula = function (unit, sheet, ranges, formulas, change) {
    const { _injector: injector } = this as unknown as Private;
    // Of a conditional format: `follow-formats` moves it.
    if (injector.has(ConditionalFormattingRuleModel) && rulesOf(injector, unit, sheet).some((rule) => rule.ranges === ranges))
      return toDisposable(() => undefined);
    return registerRangeFormula.call(this, unit, sheet, ranges, formulas, change);
  };
  keepRuleOrder();
}

interface Given {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly isFollowed?: boolean;
  rule: GridRule;
}

/** A rule for other cells, with its formulas for the first of them. */
function forFirstCell(source: GridRule, given: GridRule): GridRule {
  const format = formatOfGrid(source);
  if (formulasOf(format.rule).length === 0) return given;
  const areas = given.ranges.map(blockOfRange);
  const [was, is] = [firstCell(format.areas), firstCell(areas)];
  const rule = withFormulas(format.rule, (formula) => shiftFormula(formula, is.row - was.row, is.column - was.column, true));
  return gridRule({ ...format, areas, rule }, given.cfId, source.size ?? { rows: 0, columns: 0 });
}

/**
 * Keeps what formulas of rules mean when rules are copied with cells: Univer 0.25.1 gives the rule more cells, and leaves the formula as it was for the first of the old ones.
 *
 * @param moment gives the local date and time as a serial number of the 1900 system; missing: the clock of this computer
 */
export function keepCopiedFormats(injector: Injector, moment?: () => number): void {
  if (moment) clocks.set(injector, () => Math.floor(moment()));
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== SetConditionalRuleMutation.id && id !== AddConditionalRuleMutation.id) return;
    const given = params as Given;
    const { unitId, subUnitId, rule, isFollowed } = given;
    if (isFollowed) return;
    const model = injector.get(ConditionalFormattingRuleModel);
    if (id === SetConditionalRuleMutation.id) {
      const old = rulesOf(injector, unitId, subUnitId).find(({ cfId }) => cfId === rule.cfId);
      if (old && sameJson(old.rule, rule.rule)) given.rule = forFirstCell(old, rule);
      return;
    }
    if (wasThere(model, unitId, subUnitId, rule.cfId)) return;
    const all = [...(model.getUnitRules(unitId)?.values() ?? [])].flat() as unknown as GridRule[];
    const source = all.find((one) => one.rule === rule.rule || (rule.own !== undefined && sameJson(one.own, rule.own)));
    if (source) given.rule = { ...structuredClone(forFirstCell(source, rule)), stopIfTrue: source.stopIfTrue };
  });
}
