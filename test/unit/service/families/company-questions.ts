import type { Argument } from "../../../../src/contract/arguments";
import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { createClock } from "../../../../src/service/time/clock";
import { byField, COMPANY_FAMILIES } from "../../../../src/service/families/families";
import type { FamilyAnswer, FamilyFunction } from "../../../../src/service/answers/family";
import type { Context } from "../../../../src/service/answers/context";
import { openStore } from "../../../../src/service/store/store";

export const CLOCK_DAYS: readonly IsoDate[] = ["1990-01-02", "1995-03-01", "2024-06-25", "2026-11-20", "2030-12-31"];

/** A store without imported rows. */
const store = openStore({ path: ":memory:" });

export const contextAt = (day: IsoDate): Context => ({ clock: createClock(day, () => 0), store });

const functions = COMPANY_FAMILIES.flatMap((family) => Object.entries(family.functions) as [FunctionName, FamilyFunction][]);
const answering = new Map(functions.map(([fn, { evaluate }]) => [fn, byField(fn, evaluate)] as const));
export const FUNCTIONS_ANSWERED = [...answering.keys()];

export function ask(day: IsoDate, fn: FunctionName, ...args: Argument[]): FamilyAnswer {
  const evaluate = answering.get(fn);
  if (!evaluate) throw new Error(`no family answers ${fn}`);
  return evaluate(args, contextAt(day));
}

/** The value if there is one, else the code. */
export function valueOrCode(day: IsoDate, fn: FunctionName, ...args: Argument[]): number | string | boolean {
  const answer = ask(day, fn, ...args);
  return "code" in answer ? answer.code : answer.value;
}

export function numberOf(day: IsoDate, fn: FunctionName, ...args: Argument[]): number {
  const value = valueOrCode(day, fn, ...args);
  if (typeof value !== "number") throw new Error(`${fn} ${args.join(" ")} gave ${String(value)}`);
  return value;
}

/** Every code that these calls return. */
export const codesOf = (answers: readonly FamilyAnswer[]): ReadonlySet<string> => new Set(answers.flatMap((a) => ("code" in a ? [a.code] : [])));

export const fieldNames = (fn: FunctionName): string[] => declarationOf(fn).fields.map((f) => f.name);
