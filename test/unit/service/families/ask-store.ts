import { readArguments, type Argument } from "../../../../src/contract/arguments";
import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import { evaluatorOf } from "../../../../src/service/families/families";
import { createClock } from "../../../../src/service/time/clock";
import type { Store } from "../../../../src/service/store/store";

/** Evaluates like a cell: parses the arguments, then the function answers from a store on the evening of `day`. */
export function askStore(store: Store, day: IsoDate, fn: FunctionName, ...args: readonly Argument[]): FamilyAnswer {
  const read = readArguments(fn, args);
  if (!read.ok) throw new Error(read.message);
  const evaluate = evaluatorOf(fn);
  if (!evaluate) throw new Error(`no family answers ${fn}`);
  return evaluate(read.args, { clock: createClock(day, () => 0), store });
}

/** The value of an answer, or its code. */
export const said = (answer: FamilyAnswer): unknown => ("code" in answer ? answer.code : answer.value);
