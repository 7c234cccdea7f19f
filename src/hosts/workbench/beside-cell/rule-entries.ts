import type { ICellData } from "@univerjs/core";
import { generalText } from "../../../engine/general-text";
import { isOfBook } from "../../../engine/formulas/names-in-cells";
import { formulasAt, writtenList, type Operand } from "../../../workbook/allowed-value";
import { referencesOf } from "../../../workbook/areas";
import type { DefinedName, SheetValidation } from "../../../workbook/book";
import { sameValue, type CellValue } from "../../../workbook/cell";
import { isReplaceable } from "../../../workbook/replaceable-format";
import type { ListEntry } from "../page/desk";
import type { Grid } from "../page-grid";
import { type GridSheets, patternAt } from "../workbook/grid-sheets";
import { contentData } from "../workbook/grid-writing";
import { gridValueOf } from "../../../engine/book/cell-data";
import type { EngineCell } from "../../../engine/calls/calls";
import type { EngineFunctions } from "../../../engine/univer";

/** A cell of a sheet with this id of the engine. */
export type RuledCell = Omit<EngineCell, "unit">;

/** How long a value waits for the calculation that its rule needs. After that it is kept. */
const PATIENCE_MS = 2_000;

const valueOfResult = (value: unknown): CellValue => {
  if (value === "") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "string" ? gridValueOf({ v: value }) : null;
};

const matrixOf = (value: unknown): readonly (readonly unknown[])[] => (Array.isArray(value) ? (value as unknown[][]) : [[value]]);

/** Waits until no calculation runs; false if that takes too long. The answers of services are not waited for. */
export const isCalculated = (functions: EngineFunctions): Promise<boolean> =>
  Promise.race([functions.calculated().then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))]);

/** The number of a formula that is only a number, as most bounds are; undefined for any other. */
function numberIn(formula: string): number | undefined {
  const text = /^=\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*$/.exec(formula)?.[1];
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** What the formulas of a rule give for a cell. */
export async function operandsOf({ api, functions }: Grid, rule: SheetValidation, at: RuledCell): Promise<Operand[]> {
  const formulas = formulasAt(rule, at);
  if (formulas.length === 0 || writtenList(formulas[0]!)) return [];
  const numbers = formulas.map(numberIn);
  if (!numbers.includes(undefined)) return numbers.map((number) => [[number!]]);
  const unknown = formulas.map(() => undefined);
  if (!(await isCalculated(functions))) return unknown;
  const unit = api.getActiveWorkbook()?.getId() ?? "";
  // The engine gives 0 for an empty cell.
  const asked = formulas.flatMap((formula) => [formula, `=ISBLANK(${formula.slice(1)})`]);
  try {
    const given = await api.getFormula().executeFormulas({ [unit]: { [at.sheet]: { [at.row]: { [at.column]: asked } } } }, PATIENCE_MS);
    const results = (given[unit]?.[at.sheet]?.[at.row]?.[at.column] ?? []).map(({ value }: { readonly value: unknown }) => matrixOf(value));
    return formulas.map((_, i) =>
      results[2 * i]?.map((row, r) => row.map((value, c) => (results[2 * i + 1]?.[r]?.[c] === true ? null : valueOfResult(value)))),
    );
  } catch {
    return unknown;
  }
}

function namesOf(sheets: GridSheets): DefinedName[] {
  return sheets
    .book()
    .getDefinedNames()
    .map((one): DefinedName => {
      const localSheetId = one.getLocalSheetId();
      const sheet = localSheetId && !isOfBook({ localSheetId }) ? sheets.book().getSheetBySheetId(localSheetId)?.getSheetName() : undefined;
      return { name: one.getName(), formula: one.getFormulaOrRefString(), ...(sheet === undefined ? {} : { sheet }) };
    });
}

/** How the cells of a list show its values, and with which number format; undefined for a list that is no range of cells. */
function shownIn(sheets: GridSheets, rule: SheetValidation, cell: RuledCell): ((r: number, c: number, value: CellValue) => Partial<ListEntry>) | undefined {
  const home = sheets.book().getSheetBySheetId(cell.sheet)?.getSheetName() ?? "";
  const [area, ...others] = referencesOf(formulasAt(rule, cell)[0] ?? "", home, namesOf(sheets)).areas;
  const sheet = area && sheets.named(area.sheet);
  if (!area || !sheet || others.length > 0) return undefined;
  return (r, c, value) => {
    const [row, column] = [area.row + r, area.column + c];
    if (r >= area.rows || c >= area.columns) return {};
    const shown = sheets.shown(sheet, row, column);
    // A formula may change what is in the cells that it refers to.
    return sameValue(shown.value, value) ? { text: shown.text, format: patternAt(sheet, row, column) ?? "General" } : {};
  };
}

/** What the list of a cell has, as its cells show it. */
export async function listEntriesOf(grid: Grid, sheets: GridSheets, rule: SheetValidation, cell: RuledCell): Promise<readonly ListEntry[]> {
  const written = writtenList(rule.formulas[0] ?? "");
  if (written) return written.map((text) => ({ text, value: text !== "" && Number.isFinite(Number(text)) ? Number(text) : text }));
  const [values = []] = await operandsOf(grid, rule, cell);
  const shown = shownIn(sheets, rule, cell);
  return values.flatMap((row, r) =>
    row.flatMap((value, c): ListEntry[] => {
      if (value === null || value === "" || typeof value === "object") return [];
      const text = typeof value === "number" ? generalText(value) : typeof value === "boolean" ? String(value).toUpperCase() : value;
      return [{ text, value, ...shown?.(r, c, value) }];
    }),
  );
}

/** What is written into a cell for an entry of its list. A cell without a number format takes that of the entry, as if it was typed. */
export function chosenData(sheets: GridSheets, cell: RuledCell, { value, format }: ListEntry): ICellData {
  const data = contentData(value);
  const sheet = sheets.book().getSheetBySheetId(cell.sheet);
  const pattern = (sheet && patternAt(sheet, cell.row, cell.column)) ?? "General";
  return format !== undefined && typeof value === "number" && isReplaceable(pattern, format) ? { ...data, s: { n: { pattern: format } } } : data;
}
