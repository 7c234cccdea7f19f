import type { CellPlace } from "../../workbook/cell";
import { columnName } from "../../workbook/cell-address";

/** A cell as two table columns, sheet and cell. A sheet name that would be parsed as something else (3-4 is a date) is quoted. */
export const placeColumns = ({ sheet, row, column }: CellPlace): readonly [sheet: string, cell: string] => [
  /^[\p{L}_]/u.test(sheet) ? sheet : `"${sheet}"`,
  `${columnName(column)}${row + 1}`,
];
