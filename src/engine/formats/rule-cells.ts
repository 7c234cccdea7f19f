import { CellValueType, type ICellData, type Injector, type Nullable, type Workbook, type Worksheet } from "@univerjs/core";
import { FormulaDataModel, RegisterOtherFormulaService } from "@univerjs/engine-formula";
import { DAYS_1904 } from "../../contract/dates";
import { largest } from "../../contract/lists";
import type { Block } from "../../workbook/block";
import { hasCell } from "../../workbook/cell-reference";
import { firstCell, type ConditionalFormat } from "../../workbook/conditional-format";
import { shared } from "../../workbook/format-areas";
import { shiftFormula } from "../../workbook/formulas/shift-formula";
import { modesIn } from "../book/book-modes";
import { gridValueOf } from "../book/cell-data";
import { rangeOfBlock } from "../book/ranges";
import { constantsOf, formatCells, type CellFormat, type FormatSources } from "./format-cells";
import { formatOfGrid } from "./format-feature";
import { cellFormula, type GridRule, gridIcon } from "./grid-rule";

/** What Univer passes for a rule. */
export interface GridRuleContext {
  readonly workbook: Workbook;
  readonly worksheet: Worksheet;
  readonly unitId: string;
  readonly subUnitId: string;
  readonly accessor: Injector;
  readonly rule: GridRule;
}

/** What the rules of all sheets share. */
export interface RuleServices {
  /** Today's serial number of the 1900 system. */
  readonly today: () => number;
  /** True for a formula whose calculation would call SERVICE: Excel never applies a format with such a formula. */
  readonly callsService: (unit: string, formula: string) => boolean;
  /** Calls `changed` after each calculation of the formula with this id. */
  readonly watch: (formula: string, changed: () => void) => void;
  readonly unwatch: (formula: string) => void;
  /** Called when results of a rule's formulas changed. */
  readonly changed: (context: GridRuleContext) => void;
}

/** Formulas are calculated for parts of a rule's cells, when these are looked at. */
const PART = { rows: 40, columns: 12 } as const;
/** Parts with results; the oldest make room. */
const MOST_PARTS = 60;
/** Univer stops rules only behind one that gives a style. */
const NO_STYLE = { stops: 1 };

/** Says what one rule does to the cells of its sheet, in the form that Univer draws. It takes the place of Univer's own calculation. */
export class RuleCells {
  private format: ConditionalFormat;
  private style: object;
  private test: ((row: number, column: number) => CellFormat | undefined) | undefined;
  /** Ids of calculated formulas, by the part of cells or the formula of a point. */
  private readonly formulas = new Map<string, string>();

  constructor(
    private readonly context: GridRuleContext,
    private readonly services: RuleServices,
  ) {
    this.format = formatOfGrid(context.rule);
    this.style = context.rule.rule.style ?? {};
  }

  getCell(row: number, column: number): unknown {
    this.test ??= formatCells(this.format, this.sources());
    const result = this.test(row, column);
    const { rule } = this.format;
    const isShowValue = !("hidesValue" in rule && rule.hidesValue);
    switch (result?.kind) {
      case undefined:
        return {};
      case "look":
        return Object.keys(this.style).length > 0 ? this.style : NO_STYLE;
      case "color":
        return result.color;
      case "bar":
        return { ...result.bar, isGradient: rule.kind === "bar" && !rule.solid, isShowValue };
      case "icon":
        return { ...gridIcon(result.icon), isShowValue };
    }
  }

  updateRule(rule: GridRule): void {
    this.format = formatOfGrid(rule);
    this.style = rule.rule.style ?? {};
    this.dispose();
  }

  /** Forgets what was read of the cells. Formulas follow their cells by themselves. */
  resetPreComputingCache(): void {
    this.test = undefined;
  }

  clearCache(): void {
    this.test = undefined;
  }

  setCacheLength(): void {
    // Nothing is stored by cell.
  }

  dispose(): void {
    this.test = undefined;
    for (const key of [...this.formulas.keys()]) this.forget(key);
  }

  private forget(key: string): void {
    const id = this.formulas.get(key);
    this.formulas.delete(key);
    if (id === undefined) return;
    this.services.unwatch(id);
    this.context.accessor.get(RegisterOtherFormulaService).deleteFormula(this.context.unitId, this.context.subUnitId, [id]);
  }

  /** The results of a formula over some cells, calculated from now on. */
  private results(key: string, formula: string, block: Block): Nullable<Record<number, Record<number, Nullable<ICellData>[][]>>> {
    const { accessor, unitId, subUnitId } = this.context;
    const service = accessor.get(RegisterOtherFormulaService);
    let id = this.formulas.get(key);
    if (id === undefined) {
      if (this.services.callsService(unitId, formula)) return undefined;
      if (this.formulas.size >= MOST_PARTS) this.forget([...this.formulas.keys()][0]!);
      id = service.registerFormulaWithRange(unitId, subUnitId, `=${formula}`, [rangeOfBlock(block)]);
      this.formulas.set(key, id);
      this.services.watch(id, () => this.services.changed(this.context));
    }
    return service.getFormulaValueSync(unitId, subUnitId, id)?.result as ReturnType<RuleCells["results"]>;
  }

  private expression(): string {
    const { rule, areas } = this.format;
    if (rule.kind === "formula") return rule.formula;
    return rule.kind === "cell" ? cellFormula(rule.operator, rule.formulas, firstCell(areas)) : "FALSE";
  }

  private isTrueAt(row: number, column: number): boolean | undefined {
    const { areas } = this.format;
    const place = areas.findIndex((area) => hasCell(area, row, column));
    const area = areas[place]!;
    const [top, left] = [row - ((row - area.row) % PART.rows), column - ((column - area.column) % PART.columns)];
    const part = shared(area, { row: top, column: left, ...PART })!;
    const first = firstCell(areas);
    const key = `${place} ${top} ${left}`;
    const results = this.results(key, shiftFormula(this.expression(), top - first.row, left - first.column, true), part);
    const cell = results?.[row - top]?.[column - left]?.[0]?.[0];
    if (!cell) return undefined;
    const value = gridValueOf({ ...cell, t: cell.t ?? null });
    return value === true || (typeof value === "number" && value !== 0);
  }

  private pointAt(formula: string): number | undefined {
    const cell = this.results(formula, formula, { ...firstCell(this.format.areas), rows: 1, columns: 1 })?.[0]?.[0]?.[0]?.[0];
    return cell?.t === CellValueType.NUMBER || typeof cell?.v === "number" ? Number(cell.v) : undefined;
  }

  private sources(): FormatSources {
    const { worksheet, workbook, unitId, subUnitId, accessor } = this.context;
    const filled = accessor.get(FormulaDataModel).getArrayFormulaCellData()[unitId]?.[subUnitId];
    const { rule } = this.format;
    const isOfCells = rule.kind !== "cell" || constantsOf(rule.formulas) === undefined;
    const data = isOfCells ? worksheet.getCellMatrix().getDataRange() : undefined;
    const lastFilled = largest(Object.keys(filled ?? {}).map(Number), -1);
    return {
      valueAt: (row, column) => gridValueOf(worksheet.getCellRaw(row, column)) ?? gridValueOf(filled?.[row]?.[column]),
      today: this.services.today,
      daysTo1900: modesIn(workbook.getSnapshot()).from1904 ? DAYS_1904 : 0,
      isTrueAt: (row, column) => this.isTrueAt(row, column),
      pointAt: (formula) => this.pointAt(formula),
      used: {
        row: 0,
        column: 0,
        rows: Math.max((data?.endRow ?? -1) + 1, lastFilled + 1),
        columns: lastFilled >= 0 ? worksheet.getColumnCount() : (data?.endColumn ?? -1) + 1,
      },
    };
  }
}
