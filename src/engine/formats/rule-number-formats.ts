import { type Injector, InterceptorEffectEnum } from "@univerjs/core";
import { INTERCEPTOR_POINT, InterceptCellContentPriority, SheetInterceptorService } from "@univerjs/sheets";
import { ConditionalFormattingService } from "@univerjs/sheets-conditional-formatting";
import { rulesOf } from "./follow-formats";

/** Shows numbers in the number formats of conditional formats: Univer 0.25.1 formats a number before it looks at them. */
export function showRuleNumberFormats(injector: Injector): void {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    // Before dates of 1904 and number formats.
    priority: InterceptCellContentPriority.NUMFMT + 2,
    effect: InterceptorEffectEnum.Value,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      if (typeof cell?.v !== "number" || !rulesOf(injector, unitId, subUnitId).some(({ rule }) => rule.style?.n)) return next(cell);
      const format = injector.get(ConditionalFormattingService).composeStyle(unitId, subUnitId, row, col)?.style?.n;
      return next(format ? { ...cell, s: { ...workbook.getStyles().get(cell.s), n: format } } : cell);
    },
  });
}
