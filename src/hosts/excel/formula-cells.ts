import { append } from "../../contract/lists";
import type { CellPlace } from "../../workbook/cell";
import { placeOf } from "../../workbook/cell-reference";
import { type Scope, type Watch } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { Area } from "../../workbook/areas";
import { shared } from "../../workbook/format-areas";
import { isOfHost } from "./excel-refusal";
import { FORMULA_PROPERTIES, formulaAt, RANGE_SHAPE, RANGE_SHAPES, readBlocks, shapeOfRange } from "./read-blocks";
import { isSetSupported, send, sheetNames } from "./office";

/** Filters cells by place, formula and value. */
type Pick = (place: CellPlace, formula: string, value: unknown) => boolean;

interface FoundCell extends CellPlace {
  readonly formula: string;
}

/** Above this number of areas, reading the whole used range is cheaper. */
const AREAS = 1_000;

const blockOf = (sheet: string, range: Excel.Range): Area => ({ sheet, ...shapeOfRange(range) });

/** The selected areas of the active sheet. */
async function selectedBlocks(context: Excel.RequestContext): Promise<Area[]> {
  if (!isSetSupported("ExcelApi", "1.9")) {
    const range = context.workbook.getSelectedRange();
    range.load(RANGE_SHAPE);
    range.worksheet.load("name");
    await context.sync();
    return [blockOf(range.worksheet.name, range)];
  }
  const selected = context.workbook.getSelectedRanges();
  selected.areas.load(RANGE_SHAPES);
  selected.worksheet.load("name");
  await context.sync();
  return selected.areas.items.map((range) => blockOf(selected.worksheet.name, range));
}

/** The names of the scope's sheets in their order, hidden ones included. */
async function sheetsOf(context: Excel.RequestContext, scope: Scope): Promise<string[]> {
  if (scope === "workbook") return sheetNames(context);
  const { name } = await send(context, () => context.workbook.worksheets.getActiveWorksheet().load("name"));
  return [name];
}

interface Used {
  readonly range: Excel.Range;
  readonly block: Area;
}

/** The used range of each sheet that has one. */
async function usedRanges(context: Excel.RequestContext, sheets: readonly string[]): Promise<Used[]> {
  const orNull = isSetSupported("ExcelApi", "1.4");
  const rangeOf = (sheet: Excel.Worksheet) => (orNull ? sheet.getUsedRangeOrNullObject() : sheet.getUsedRange()).load(RANGE_SHAPE);
  const used = await send(context, () => sheets.map((name) => ({ name, range: rangeOf(context.workbook.worksheets.getItem(name)) })));
  return used.filter(({ range }) => !range.isNullObject).map(({ name, range }) => ({ range, block: blockOf(name, range) }));
}

/** The areas with formulas, if Excel can find them: a sheet may have a million constants and ten formulas. */
async function formulaAreas(context: Excel.RequestContext, used: readonly Used[]): Promise<Area[]> {
  if (!isSetSupported("ExcelApi", "1.9")) return used.map(({ block }) => block);
  try {
    const found = used.map(({ block, range }) => ({ block, special: range.getSpecialCellsOrNullObject(Excel.SpecialCellType.formulas) }));
    for (const { special } of found) special.load("areaCount");
    await context.sync();
    const withFormulas = found.filter(({ special }) => !special.isNullObject);
    const few = withFormulas.filter(({ special }) => special.areaCount <= AREAS);
    for (const { special } of few) special.areas.load(RANGE_SHAPES);
    await context.sync();
    return withFormulas.flatMap((one) => (few.includes(one) ? one.special.areas.items.map((range) => blockOf(one.block.sheet, range)) : [one.block]));
  } catch (e) {
    // A request that is limited is repeated as part of the batch.
    if (isOfHost(e)) throw e;
    // Some protected sheets reject the request, so it is repeated sheet by sheet.
    if (used.length <= 1) return used.map(({ block }) => block);
    const areas: Area[] = [];
    for (const one of used) append(areas, await formulaAreas(context, [one]));
    return areas;
  }
}

async function formulaBlocks(context: Excel.RequestContext, scope: Scope): Promise<Area[]> {
  if (scope !== "selection") return formulaAreas(context, await usedRanges(context, await sheetsOf(context, scope)));
  const selected = await selectedBlocks(context);
  const first = selected[0];
  if (!first) throw new WorkbookRefusal("No cells are selected. Select one or more cells in the sheet, then try again.");
  // For a single cell, Excel returns the formulas of the whole sheet, so the sheet's formulas are cut to the selection here.
  const used = await usedRanges(context, [first.sheet]);
  const cut = (block: Area) =>
    selected.flatMap((area): Area[] => {
      const both = area.sheet === block.sheet ? shared(area, block) : undefined;
      return both ? [{ sheet: area.sheet, ...both }] : [];
    });
  const small = used.flatMap(({ block }) => cut(block));
  if (small.reduce((sum, { rows, columns }) => sum + rows * columns, 0) <= AREAS) return small;
  return (await formulaAreas(context, used)).flatMap(cut);
}

/** The formula cells of the scope that `pick` accepts, in the order of sheets, rows, columns; each once, even if selected areas overlap. */
export async function findFormulaCells(context: Excel.RequestContext, scope: Scope, pick: Pick, watch?: Watch): Promise<FoundCell[]> {
  const sheets = new Map<string, Map<number, FoundCell>>();
  const blocks = await formulaBlocks(context, scope);
  await readBlocks(
    context,
    blocks,
    FORMULA_PROPERTIES,
    (at, range, r, c) => {
      const formula = formulaAt(range, r, c);
      if (formula === "" || !pick(at, formula, (range.values as unknown[][])[r]?.[c])) return;
      const found = sheets.get(at.sheet) ?? new Map<number, FoundCell>();
      sheets.set(at.sheet, found.set(placeOf(at.row, at.column), { ...at, formula }));
    },
    watch,
  );
  return [...sheets.values()].flatMap((found) => [...found].sort(([a], [b]) => a - b).map(([, cell]) => cell));
}
