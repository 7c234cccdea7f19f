import { type BaseFunction, type BaseReferenceObject, type BaseValueObject, ErrorType, ErrorValueObject } from "@univerjs/engine-formula";
import { classOf } from "./univer-class";

const Indirect = classOf("INDIRECT");

/** INDIRECT, where Univer's gives `#VALUE!` for a sheet that does not exist, and does not find one in other capitals. */
class IndirectInSheets extends Indirect {
  override needsSheetsInfo = true;

  override calculate(...given: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    const result = super.calculate(...given);
    if (!result.isReferenceObject()) return result;
    const reference = result as BaseReferenceObject;
    const wanted = reference.getForcedSheetName()?.toLowerCase();
    if (!wanted || reference.getForcedUnitId()) return result;
    const name = Object.values(this.getSheetsInfo().sheetNameMap).find((sheet) => sheet?.toLowerCase() === wanted);
    if (name === undefined) return ErrorValueObject.create(ErrorType.REF);
    reference.setForcedSheetName(name);
    return result;
  }
}

export const indirect = (): BaseFunction => new IndirectInSheets("INDIRECT");
