import { CellValueType, getNumfmtParseValueFilter, type Injector, IUniverInstanceService } from "@univerjs/core";
import { BEFORE_CELL_EDIT, SheetInterceptorService } from "@univerjs/sheets";
import { format, isDateFormat, isPercentFormat } from "numfmt";
import { DAYS_1904 } from "../../../contract/dates";
import { modesOf } from "../../../engine/book/book-modes";
import { showsDay } from "../../../workbook/xlsx/number-formats";

/** What a text gives when it is typed into a cell: a number, and the format that it implies. */
interface TypedNumber {
  readonly value: number;
  readonly format?: string;
}

/** Reads a text as a cell does into which it is typed; undefined if it stays a text. */
export function typedNumber(text: string, from1904: boolean): TypedNumber | undefined {
  const read = getNumfmtParseValueFilter(text);
  if (!read || typeof read.v !== "number") return undefined;
  if (read.z === undefined) return { value: read.v };
  const pattern = String(read.z);
  const value = from1904 && showsDay(pattern) ? read.v - DAYS_1904 : read.v;
  return value < 0 && showsDay(pattern) ? undefined : { value, format: pattern };
}

/** Half a second, in days: as in Excel, an edit of a moment rounds it to seconds. */
const HALF_SECOND = 0.5 / 86_400;
const digits = (value: number): string => String(Number(value.toPrecision(15)));

/** A day, a time, or both, in full. */
function momentText(value: number, pattern: string, from1904: boolean): string {
  const serial = from1904 && showsDay(pattern) ? value + DAYS_1904 : value;
  return format(Number.isInteger(serial) ? "yyyy-mm-dd" : serial > 0 && serial < 1 ? "hh:mm:ss" : "yyyy-mm-dd hh:mm:ss", serial);
}

/**
 * A number as text in the formula bar: typed again, it gives the same number. A format may show less, such as `Jan-24` for 15 January 2024, or 7% for 7.25%.
 *
 * @param shown the number in its cell's format
 */
export function typedText(value: number, pattern: string, shown: string, from1904: boolean): string {
  if (isPercentFormat(pattern)) return `${digits(value * 100)}%`;
  if (!isDateFormat(pattern)) return digits(value);
  const isRead = (text: string): boolean => {
    const read = typedNumber(text, from1904);
    return read?.format !== undefined && Math.abs(read.value - value) < HALF_SECOND;
  };
  return [shown, momentText(value, pattern, from1904)].find(isRead) ?? digits(value);
}

/** Edits dates, times and fractions in full. Univer 0.25.1 edits what they show: `Jan-24` loses the day, and 1/2 becomes a date. Call it once per page. */
export function editNumbersInFull(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(SheetInterceptorService).writeCellInterceptor.intercept(BEFORE_CELL_EDIT, {
    // After the formula and the number format have chosen a text, at 0.
    priority: -0.5,
    handler: (cell, { unitId, worksheet, row, col }, next) => {
      const raw = worksheet.getCellRaw(row, col);
      const pattern = worksheet.getCellStyle(row, col)?.n?.pattern;
      if (!pattern || raw?.t !== CellValueType.NUMBER || typeof raw.v !== "number" || typeof cell?.v !== "string") return next(cell);
      return next({ ...cell, v: typedText(raw.v, pattern, cell.v, modesOf(instances, unitId).from1904 === true) });
    },
  });
}
