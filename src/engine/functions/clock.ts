import { BaseFunction, type BaseValueObject, NumberValueObject } from "@univerjs/engine-formula";

/**
 * TODAY and NOW at one moment, so that all cells of a book have the same.
 *
 * @param moment gives the local date and time as a serial number of the 1900 system
 */
export function clockFunctions(moment: () => number): BaseFunction[] {
  const giving = (name: string, value: () => number): BaseFunction => {
    class Clock extends BaseFunction {
      override minParams = 0;
      override maxParams = 0;
      override calculate(): BaseValueObject {
        return NumberValueObject.create(value());
      }
    }
    return new Clock(name);
  };
  return [giving("TODAY", () => Math.floor(moment())), giving("NOW", moment)];
}
