import { DAYS_1904, isoOfSerial, isYear } from "../contract/dates";
import { functionSpec, isFunctionName } from "../contract/functions";
import { showsDay } from "../workbook/xlsx/number-formats";
import type { CellOf } from "./cell-of";

/** An argument of a call in a workbook that counts days from 1904: the serial number of a day as ISO text, which means the same everywhere. */
export function argumentFrom1904(id: string, place: number, value: unknown): unknown {
  const name = id.toUpperCase().replace(/^SERVICE\./, "");
  const parameter = isFunctionName(name) ? functionSpec(name).parameters[place] : undefined;
  if (typeof value !== "number" || (parameter?.kind !== "date" && parameter?.kind !== "period")) return value;
  const takesYears = parameter.kind === "period" || parameter.bareYear;
  return takesYears && isYear(value) ? value : (isoOfSerial(value + DAYS_1904) ?? value);
}

const isoText = (serial: number): string => isoOfSerial(serial) ?? String(serial);

/** What a call shows in such a workbook: a day before 1904 has no number there, and is ISO text. */
export function resultIn1904(cell: CellOf): CellOf {
  if (!("value" in cell) || typeof cell.value !== "number" || cell.numberFormat === undefined || !showsDay(cell.numberFormat)) return cell;
  return cell.value < DAYS_1904 ? { value: isoText(cell.value) } : { ...cell, value: cell.value - DAYS_1904 };
}
