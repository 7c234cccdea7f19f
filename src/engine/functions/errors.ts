import { type BaseFunction, type BaseValueObject } from "@univerjs/engine-formula";
import { Elementwise, isError, type One, oneOf } from "./elementwise";

/** The value, or another one if it is such an error. A single value that is none stays single, also beside several others. */
function unless(name: string, caught: (code: string) => boolean): BaseFunction {
  const isCaught = (value: One): boolean => isError(value) && caught(value.code);
  class Unless extends Elementwise {
    override calculate(...given: BaseValueObject[]): BaseValueObject {
      const [value] = given;
      return value && !value.isArray() && !isCaught(oneOf(value)) ? super.calculate(value, value) : super.calculate(...given);
    }
  }
  return new Unless(name, 2, 2, (value = null, other = null) => (isCaught(value) ? other : value) ?? 0);
}

export const errorFunctions = (): BaseFunction[] => [unless("IFERROR", () => true), unless("IFNA", (code) => code === "#N/A")];
