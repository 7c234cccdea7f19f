import { isNullCell } from "@univerjs/core";
import {
  ArrayValueObject,
  BaseReferenceObject,
  type BaseValueObject,
  FORMULA_REF_TO_ARRAY_CACHE,
  NullValueObject,
  NumberValueObject,
  ErrorValueObject,
  type ErrorType,
} from "@univerjs/engine-formula";

/*
 * Univer 0.25.1 makes a value of its own for each cell of each range: 10,000 running sums, SUM(B$2:B9) filled down, make 50 million, and keep them all until the
 * calculation ends. A lookup in 50,000 rows looks at each row again to collect the one that it found in an index.
 */

/** The values of cells in this calculation, by sheet and column and then by row. Blank cells are not in it: an array may still fill them. */
const columns = new Map<string, BaseValueObject[]>();
/** Ranges that were read once in this calculation. */
const read = new Set<string>();

interface Internals {
  _getBlankArrayValueObject(): ArrayValueObject;
  _checkIfWorksheetMiss(): boolean;
}
interface Sparse {
  readonly _values: readonly (readonly (BaseValueObject | undefined)[])[];
  readonly _defaultValue: BaseValueObject | null;
}

/** Reads each cell once in a calculation, and keeps the array of a range only if a second formula reads the same range. For all engines. */
export function keepFastRanges(): void {
  const clear = FORMULA_REF_TO_ARRAY_CACHE.clear.bind(FORMULA_REF_TO_ARRAY_CACHE);
  FORMULA_REF_TO_ARRAY_CACHE.clear = () => {
    columns.clear();
    read.clear();
    clear();
  };
  const asArray = BaseReferenceObject.prototype.toArrayValueObject;
  BaseReferenceObject.prototype.toArrayValueObject = function (useCache = true) {
    const { startRow, endRow, startColumn, endColumn } = this.getRangePosition();
    const { _checkIfWorksheetMiss: isMissing } = this as unknown as Internals;
    const isBlock = [startRow, endRow, startColumn, endColumn].every((n) => Number.isInteger(n) && n >= 0) && endRow > startRow && endColumn >= startColumn;
    if (!useCache || !isBlock || isMissing.call(this)) return asArray.call(this, useCache);
    const [unitId, sheetId] = [this.getUnitId(), this.getSheetId()];
    const key = `${unitId}_${sheetId}_${startRow}_${endRow}_${startColumn}_${endColumn}`;
    const kept = FORMULA_REF_TO_ARRAY_CACHE.get(key) as ArrayValueObject | undefined;
    if (kept) return kept;
    const lists = Array.from({ length: endColumn - startColumn + 1 }, (_, c) => {
      const name = `${unitId}_${sheetId}_${startColumn + c}`;
      let list = columns.get(name);
      if (!list) columns.set(name, (list = []));
      return list;
    });
    const valueAt = (row: number, column: number, list: BaseValueObject[]): BaseValueObject => {
      const cell = this.getCellData(row, column);
      return isNullCell(cell) ? NullValueObject.create() : (list[row] = this.getCellValueObject(cell!));
    };
    const calculateValueList = new Array<BaseValueObject[]>(endRow - startRow + 1);
    for (let row = startRow; row <= endRow; row++) {
      const line = new Array<BaseValueObject>(lists.length);
      for (let c = 0; c < lists.length; c++) line[c] = lists[c]![row] ?? valueAt(row, startColumn + c, lists[c]!);
      calculateValueList[row - startRow] = line;
    }
    // Univer takes the number format of a range from its first cell.
    const first = calculateValueList[0]![0]!;
    const format = first.isNumber() ? this.getCellPattern(unitId, sheetId, startRow, startColumn) : "";
    if (format !== "") calculateValueList[0]![0] = NumberValueObject.create(Number(first.getValue()), format);
    const array = ArrayValueObject.create({
      calculateValueList,
      rowCount: calculateValueList.length,
      columnCount: lists.length,
      unitId,
      sheetId,
      row: startRow,
      column: startColumn,
    });
    if (read.has(key)) FORMULA_REF_TO_ARRAY_CACHE.set(key, array as never);
    else read.add(key);
    return array;
  };

  const pickRaw = ArrayValueObject.prototype.pickRaw;
  ArrayValueObject.prototype.pickRaw = function (taken) {
    const { _values: values, _defaultValue: otherwise } = taken as unknown as Sparse;
    const isSparse = otherwise?.isBoolean() && otherwise.getValue() === false;
    if (!isSparse || taken.getRowCount() !== this.getRowCount() || taken.getColumnCount() !== this.getColumnCount()) return pickRaw.call(this, taken);
    const found: ReturnType<typeof pickRaw>[number] = [];
    for (const r of Object.keys(values))
      for (const [c, one] of (values[Number(r)] ?? []).entries()) if (one && !one.isError() && one.getValue() === true) found.push(this.get(Number(r), c));
    return [found];
  };
}

/**
 * Adds up ranges in floating point, with a correction of the rounding errors (Neumaier's), as exactly as a number can be. Univer 0.25.1 adds each cell in
 * decimal arithmetic: a sum over 50,000 cells takes it a quarter of a second. For all engines.
 */
export function keepFastSums(): void {
  ArrayValueObject.prototype.sum = function (): BaseValueObject {
    let [sum, correction] = [0, 0];
    let error: BaseValueObject | undefined;
    this.iterator((value) => {
      if (value == null || value.isString() || value.isBoolean() || value.isNull()) return true;
      if (value.isError()) {
        error = value as BaseValueObject;
        return false;
      }
      const added = Number(value.getValue());
      const next = sum + added;
      correction += Math.abs(sum) >= Math.abs(added) ? sum - next + added : added - next + sum;
      sum = next;
      return true;
    });
    const total = sum + correction;
    return error ?? (Number.isFinite(total) ? NumberValueObject.create(total) : ErrorValueObject.create("#NUM!" as ErrorType));
  };
}
