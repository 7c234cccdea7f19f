import { CellValueType, type Injector } from "@univerjs/core";
import {
  ArrayValueObject,
  BaseReferenceObject,
  type BaseValueObject,
  NumberValueObject,
  StringValueObject,
  ValueNodeFactory,
  ValueObjectFactory,
} from "@univerjs/engine-formula";
import { largest } from "../../contract/lists";

/*
 * Text stays text, as in Excel. Univer 0.25.1 converts "05/06/2024", "5%", "$5" and "1/2" in the arguments of any function to dates and numbers. Excel passes
 * the text, and only a function that computes with numbers converts it.
 */

/** The elements of an array constant as written, by rows. Separators within quotes are part of the text. */
function elementsOf(constant: string): string[][] {
  const rows: string[][] = [[]];
  let element = "";
  const end = (): void => {
    rows.at(-1)?.push(element.trim());
    element = "";
  };
  for (const [piece] of constant.slice(1, -1).matchAll(/"(?:[^"]|"")*"|[^"]/g)) {
    if (piece === "," || piece === ";") end();
    else element += piece;
    if (piece === ";") rows.push([]);
  }
  end();
  return rows;
}

const textOf = (token: string): BaseValueObject | undefined =>
  /^"(?:[^"]|"")*"$/.test(token) ? StringValueObject.create(token.slice(1, -1).replaceAll('""', '"')) : undefined;

function arrayOf(token: string): BaseValueObject | undefined {
  if (!/^\{.*\}$/s.test(token)) return undefined;
  const rows = elementsOf(token).map((row) => row.map((element) => textOf(element) ?? ValueObjectFactory.create(element)));
  const columnCount = largest(rows.map((row) => row.length));
  return ArrayValueObject.create({ calculateValueList: rows, rowCount: rows.length, columnCount, unitId: "", sheetId: "", row: -1, column: -1 });
}

/** Makes quoted text stay text in every formula of this engine, also in array constants. */
export function keepTextLiterals(injector: Injector): void {
  const nodes = injector.get(ValueNodeFactory);
  const create = nodes.create.bind(nodes);
  nodes.create = (token) => {
    const node = create(token);
    const value = textOf(token.trim()) ?? arrayOf(token.trim());
    if (value) node.execute = () => node.setValue(value);
    return node;
  };
}

/**
 * Makes a cell's type decide what its content is: a text that looks like an error, a number or TRUE stays text, and a number stays a number if its cell is
 * formatted as text later. The empty text of a formula is not a blank cell.
 */
export function keepCellTypes(): void {
  const cells = BaseReferenceObject.prototype;
  const cellAt = cells.getCellData;
  cells.getCellData = function (row, column) {
    const cell = cellAt.call(this, row, column);
    // Univer takes a calculated empty text for a blank cell, unless the cell has a formula.
    return cell?.v === "" && cell.f == null && cell.si == null ? { ...cell, t: CellValueType.STRING, f: '=""' } : cell;
  };
  const read = cells.getCellValueObject;
  cells.getCellValueObject = function (cell) {
    if (typeof cell.v === "string" && cell.t === CellValueType.FORCE_STRING) return StringValueObject.create(cell.v);
    if (typeof cell.v === "number" && cell.t === CellValueType.NUMBER) {
      const value = read.call(this, cell);
      return value.isString() ? NumberValueObject.create(cell.v) : value;
    }
    return read.call(this, cell);
  };
}
