import { type ICellData, type Injector, IUniverInstanceService, type Nullable, type ObjectMatrix, type Workbook } from "@univerjs/core";
import {
  type ArrayValueObject,
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  type ErrorType,
  ErrorValueObject,
  type IFormulaDataItem,
  IFormulaDependencyGenerator,
  IFunctionService,
  Interpreter,
  type NumberValueObject,
} from "@univerjs/engine-formula";
import { textOf, tokensOf, type Token } from "../../workbook/formulas/formula-tokens";
import { withSingleCells } from "../../workbook/formulas/implicit-intersection";
import { mayFillCells, OPERATOR_CALLS, withOperatorCalls } from "../../workbook/formulas/stored-formula";
import { withoutUnions } from "../../workbook/formulas/unions";
import { EngineFailed } from "../engine-errors";
import { takesOneCell } from "../book/cell-data";

/*
 * Makes Univer 0.25.1 read formulas as Excel does: one cell of a range where the formula's file has no mark for arrays, `@x`, `A1#`, `SUM((A1,B1))`. The sheet keeps the formula
 * as it is; only the calculation sees the other form.
 */

type Value = ReturnType<Interpreter["execute"]>;

const isReference = (value: BaseValueObject): boolean => (value as unknown as Value).isReferenceObject();

/** `@x`: the cell of a range in the formula's row or column, and the first element of an array. */
class Single extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(...[value]: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    if (!value) throw new EngineFailed();
    if (value.isArray()) return (value as ArrayValueObject).get(0, 0) ?? value;
    if (!isReference(value)) return value;
    const reference = value as unknown as BaseReferenceObject;
    const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
    const row = startRow === endRow ? startRow : this.row;
    const column = startColumn === endColumn ? startColumn : this.column;
    if (row < startRow || row > endRow || column < startColumn || column > endColumn) return ErrorValueObject.create("#VALUE!" as ErrorType);
    return this.createReferenceObject(reference, { startRow: row, endRow: row, startColumn: column, endColumn: column });
  }
}

/** `A1#`: the block that the formula of A1 fills. */
class Spilled extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(...[value]: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    if (!value || value.isError()) return value ?? ErrorValueObject.create("#REF!" as ErrorType);
    if (!isReference(value)) return ErrorValueObject.create("#REF!" as ErrorType);
    const reference = value as unknown as BaseReferenceObject;
    const [unit, sheet] = [reference.getUnitId(), reference.getSheetId()];
    const { startRow: row, startColumn: column } = reference.getRangePosition();
    const block =
      reference.getRuntimeArrayFormulaRange()?.[unit]?.[sheet]?.[row]?.[column] ?? reference.getArrayFormulaRange()?.[unit]?.[sheet]?.[row]?.[column];
    if (block) return this.createReferenceObject(reference, block);
    const cell = (reference.getUnitData()[unit]?.[sheet]?.cellData as ObjectMatrix<Nullable<ICellData>> | undefined)?.getValue(row, column);
    return cell?.f && !takesOneCell(cell)
      ? this.createReferenceObject(reference, { startRow: row, endRow: row, startColumn: column, endColumn: column })
      : ErrorValueObject.create("#REF!" as ErrorType);
  }
}

/** Excel has no infinite values. */
function finite(value: Value): Value {
  if (value.isReferenceObject()) return value;
  const given = value as BaseValueObject;
  const wrong = (v: Nullable<BaseValueObject>): boolean => v?.isNumber() === true && !Number.isFinite((v as NumberValueObject).getValue());
  if (wrong(given)) return ErrorValueObject.create("#NUM!" as ErrorType);
  if (!given.isArray() || !(given as ArrayValueObject).getArrayValue().some((line) => line.some(wrong))) return value;
  return (given as ArrayValueObject).mapValue((v) => (wrong(v) ? ErrorValueObject.create("#NUM!" as ErrorType) : v)) as Value;
}

/** The formula of a cell without the mark for arrays, which shows the first value of an array. */
function withOneValue(formula: string, at: { readonly row: number; readonly column: number }): string {
  const single = withSingleCells(formula, at);
  return mayFillCells(single) ? `=${OPERATOR_CALLS.single}(${single.slice(1)})` : single;
}

const isSign = (token: Token | undefined): boolean => token?.kind === "mark" && /^[-+]$/.test(token.text);
const isOperator = (token: Token | undefined): boolean => token?.kind === "mark" && /^[-+*/^&=<>]$/.test(token.text);

/** The signs after a binary operator as one sign or none: `A1*--A2` is `A1*A2`. The engine would leave out a minus of several. */
function oneSign(operator: Token, signs: readonly Token[]): string {
  const text = textOf(signs);
  const count = signs.filter((sign) => sign.text === "-").length;
  if (count < 2) return text;
  // A sign also makes a number of a text.
  return count % 2 === 1 ? "-" : /^[&=<>]$/.test(operator.text) ? "0+" : "";
}

/** A formula whose signs the engine reads as Excel does. It also finds a text or a truth value after a minus sign only in brackets: `--"2.5"`. */
function withPlainSigns(formula: string): string {
  if (!/-[\s+]*(?:["-]|TRUE|FALSE)/i.test(formula)) return formula;
  const tokens = tokensOf(formula.replace(/^=/, "")).filter(({ kind }, i, all) => kind !== "blank" || !(isSign(all[i - 1]) || isSign(all[i + 1])));
  let text = "=";
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!isSign(token)) {
      const isValue = token.kind === "string" || (token.kind === "name" && /^(?:TRUE|FALSE)$/i.test(token.text));
      text += isValue && tokens[i - 1]?.text === "-" ? `(${token.text})` : token.text;
      continue;
    }
    let end = i;
    while (isSign(tokens[end])) end++;
    const before = tokens[i - 1];
    const isBinary = before !== undefined && (/^(?:cell|lines|name|number|string|error|bracket|close)$/.test(before.kind) || /^[%#}]$/.test(before.text));
    const operator = isBinary ? token : isOperator(before) ? before : undefined;
    const signs = tokens.slice(isBinary ? i + 1 : i, end);
    text += `${isBinary ? token.text : ""}${operator ? oneSign(operator, signs) : textOf(signs)}`;
    i = end - 1;
  }
  return text;
}

/** Calculates each formula in the form that this gives for it and its cell. */
export function calculateAs(
  injector: Injector,
  form: (formula: string, unit: string, sheet: string, at: { readonly row: number; readonly column: number }) => string,
): void {
  const generator = injector.get(IFormulaDependencyGenerator) as unknown as {
    _createFDtree(unit: string, sheet: string, row: number, column: number, data: unknown, item: IFormulaDataItem): unknown;
  };
  const create = generator._createFDtree.bind(generator);
  generator._createFDtree = (unit, sheet, row, column, data, item) => {
    const f = form(item.f, unit, sheet, { row, column });
    return create(unit, sheet, row, column, data, f === item.f ? item : { ...item, f });
  };
}

export function readFormulasAsExcel(injector: Injector): void {
  const instances = injector.get(IUniverInstanceService);
  injector.get(IFunctionService).registerExecutors(new Single(OPERATOR_CALLS.single.toUpperCase()), new Spilled(OPERATOR_CALLS.spilled.toUpperCase()));

  calculateAs(injector, (given, unit, sheet, at) => {
    const formula = withPlainSigns(withOperatorCalls(withoutUnions(given)));
    const cell = instances.getUnit<Workbook>(unit)?.getSheetBySheetId(sheet)?.getCellMatrix().getValue(at.row, at.column);
    return takesOneCell(cell) ? withOneValue(formula, at) : formula;
  });

  const interpreter = injector.get(Interpreter);
  const execute = interpreter.execute.bind(interpreter);
  interpreter.execute = (node) => finite(execute(node));
}
