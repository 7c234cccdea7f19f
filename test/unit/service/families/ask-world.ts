import { readArguments } from "../../../../src/contract/arguments";
import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { createClock } from "../../../../src/service/time/clock";
import type { FamilyAnswer, EvaluateField } from "../../../../src/service/answers/family";
import type { Context } from "../../../../src/service/answers/context";
import { byField, WORLD_FAMILIES } from "../../../../src/service/families/families";
import { withNames } from "../../../../src/service/names/resolve";
import { openStore } from "../../../../src/service/store/store";

/** Days before most coverage, in the middle, and recent. */
export const DAYS: readonly IsoDate[] = ["1995-03-01", "2024-06-25", "2026-11-20"];

/** A store without imported rows. */
const store = openStore({ path: ":memory:" });

export const contextOn = (day: IsoDate): Context => ({ clock: createClock(day, () => 0), store });

/** Evaluates like a cell: parses the arguments, then a family answers on the evening of `day`. */
export function ask(day: IsoDate, fn: FunctionName, ...args: (string | number | null)[]): FamilyAnswer {
  const read = readArguments(fn, args);
  if (!read.ok) throw new Error(read.message);
  const evaluate = WORLD_FAMILIES.find((family) => family.functions[fn])?.functions[fn]?.evaluate as EvaluateField | undefined;
  if (!evaluate) throw new Error(`no family answers ${fn}`);
  return withNames(fn, byField(fn, evaluate))(read.args, contextOn(day));
}

/** The value of an answer that must have one. */
export function valueOf(answer: FamilyAnswer): number | string | boolean {
  if ("code" in answer) throw new Error(`expected a value, got ${answer.code}: ${answer.reason}`);
  return answer.value;
}

export const numberOf = (answer: FamilyAnswer): number => Number(valueOf(answer));
export const codeOf = (answer: FamilyAnswer): string | undefined => ("code" in answer ? answer.code : undefined);
export const reasonOf = (answer: FamilyAnswer): string | undefined => ("code" in answer ? answer.reason : undefined);
