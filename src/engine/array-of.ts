import { ArrayValueObject, type BaseValueObject } from "@univerjs/engine-formula";

/** The engine's array of these values, by rows. */
export const arrayOf = (rows: BaseValueObject[][]): ArrayValueObject =>
  ArrayValueObject.create({ calculateValueList: rows, rowCount: rows.length, columnCount: rows[0]?.length ?? 0, unitId: "", sheetId: "", row: -1, column: -1 });
