import { BaseFunction, type BaseValueObject, NumberValueObject } from "@univerjs/engine-formula";

/**
 * TODAY and NOW at one moment, so that all cells of a book have the same.
 *
 * @param moment local date and time as a serial number of the 1900 system
 */
export function clockFunctions(moment: number): BaseFunction[] {
  const fixed = (name: string, value: number): BaseFunction => {
    class Fixed extends BaseFunction {
      override minParams = 0;
      override maxParams = 0;
      override calculate(): BaseValueObject {
        return NumberValueObject.create(value);
      }
    }
    return new Fixed(name);
  };
  return [fixed("TODAY", Math.floor(moment)), fixed("NOW", moment)];
}
