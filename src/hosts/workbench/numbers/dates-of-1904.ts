import { CellValueType, getNumfmtParseValueFilter, type ICellData, type Injector, InterceptorEffectEnum, IUniverInstanceService } from "@univerjs/core";
import { AFTER_CELL_EDIT, INTERCEPTOR_POINT, InterceptCellContentPriority, SheetInterceptorService } from "@univerjs/sheets";
import { DAYS_1904 } from "../../../contract/dates";
import { modesOf } from "../../../engine/book/book-modes";
import { showsDay } from "../../../workbook/xlsx/number-formats";

/*
 * Univer 0.25.1 shows and reads every date as a serial number of the 1900 system. In a workbook that counts days from 1904, the number of a cell stays as it is,
 * and only its text, and what is typed, are of the other system.
 */

/** What was typed into a cell. */
const typedText = ({ p, v }: ICellData): string => p?.body?.dataStream.replace(/\r?\n$/, "") ?? String(v ?? "");

/** Shows and reads dates in the system of their workbook. Call it once per page. */
export function showDatesOf1904(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  const interceptors = injector.get(SheetInterceptorService);
  const is1904 = (unit: string): boolean => modesOf(instances, unit).from1904 === true;
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    // Before the number format makes a text of the value.
    priority: InterceptCellContentPriority.NUMFMT + 1,
    effect: InterceptorEffectEnum.Value,
    handler: (cell, { unitId, workbook }, next) => {
      if (typeof cell?.v !== "number" || cell.t !== CellValueType.NUMBER || !is1904(unitId)) return next(cell);
      const pattern = cell.s ? workbook.getStyles().get(cell.s)?.n?.pattern : undefined;
      return next(pattern && showsDay(pattern) ? { ...cell, v: cell.v + DAYS_1904 } : cell);
    },
  });
  interceptors.writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    // After the number format has read what was typed, at 0, and before the end of the chain, at -1.
    priority: -0.5,
    handler: (cell, { unitId, origin }, next) => {
      const typed = typeof cell?.v === "number" && is1904(unitId) && origin ? typedText(origin) : undefined;
      const format = typed === undefined ? undefined : getNumfmtParseValueFilter(typed)?.z;
      if (!cell || typeof cell.v !== "number" || !format || !showsDay(String(format))) return next(cell);
      return next(cell.v < DAYS_1904 ? { ...cell, v: typed!, t: CellValueType.FORCE_STRING } : { ...cell, v: cell.v - DAYS_1904 });
    },
  });
}
