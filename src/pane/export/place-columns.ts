import type { CellPlace } from "../../workbook/cell";
import { columnName } from "../../workbook/cell-address";

/** A place in two columns of a table, sheet and cell; a sheet whose name would be read as something else (3-4 is a day) stands in quotes. */
export const placeColumns = ({ sheet, row, column }: CellPlace): readonly [sheet: string, cell: string] => [
  /^[\p{L}_]/u.test(sheet) ? sheet : `"${sheet}"`,
  `${columnName(column)}${row + 1}`,
];
