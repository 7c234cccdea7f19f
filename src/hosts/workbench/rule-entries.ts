import type { ICellData } from "@univerjs/core";
import { generalText } from "../../engine/general-text";
import { isOfBook } from "../../engine/formulas/names-in-cells";
import { formulasAt, writtenList } from "../../workbook/allowed-value";
import { referencesOf } from "../../workbook/areas";
import type { DefinedName, SheetValidation } from "../../workbook/book";
import { sameValue, type CellValue } from "../../workbook/cell";
import { isReplaceable } from "../../workbook/replaceable-format";
import type { ListEntry } from "./desk";
import type { Grid } from "./grid";
import type { GridSheets } from "./grid-sheets";
import { contentData } from "./grid-writing";
import { operandsOf, type RuledCell } from "./rule-operands";

const patternAt = (sheets: GridSheets, { sheet, row, column }: RuledCell): string =>
  sheets.book().getSheetBySheetId(sheet)?.getSheet().getCellStyle(row, column)?.n?.pattern ?? "General";

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
    return sameValue(shown.value, value) ? { text: shown.text, format: patternAt(sheets, { sheet: sheet.getSheetId(), row, column }) } : {};
  };
}

/** What the list of a cell has, as its cells show it. */
export async function entriesOf(grid: Grid, sheets: GridSheets, rule: SheetValidation, cell: RuledCell): Promise<readonly ListEntry[]> {
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
  return format !== undefined && typeof value === "number" && isReplaceable(patternAt(sheets, cell), format)
    ? { ...data, s: { n: { pattern: format } } }
    : data;
}
