import type { FunctionName } from "../contract/functions";

/**
 * One call, as the host describes it: its cell, the cells of its arguments, whether it is a preview, and a slot for the cancel function. Excel's own invocation
 * object fits.
 */
export interface Call {
  readonly address?: string | undefined;
  /** By argument: the address of a reference, and nothing for another argument. Missing in hosts that do not tell. */
  readonly parameterAddresses?: readonly (string | null | undefined)[] | null | undefined;
  readonly isInValuePreview?: unknown;
  onCanceled?: (() => void) | undefined;
}

/** Answers calls with a value or a promise of one. */
export interface Evaluator {
  ask(fn: FunctionName, args: readonly unknown[], call: Call): unknown;
  /** Of `SERVICE` and `SERVICE.GET`: an entity and a path. */
  askPath(args: readonly unknown[], call: Call): unknown;
}

let installed: Evaluator | undefined;

/** Sets the evaluator of this host. Call it once, before the first function call. */
export const install = (evaluator: Evaluator): void => {
  installed = evaluator;
};

function evaluator(): Evaluator {
  if (!installed) throw new Error("No host has installed an evaluator: call install() before the first function is called.");
  return installed;
}

/*
 * Excel keeps the metadata of an earlier version for a day, and then passes as many arguments as that version had, fewer or more than today's. The call is
 * always the last.
 */
const callIn = (given: ArrayLike<unknown>): Call => given[given.length - 1] as Call;

function argumentsIn(given: ArrayLike<unknown>): unknown[] {
  const args = new Array<unknown>(given.length - 1);
  for (let i = 0; i < args.length; i++) args[i] = given[i];
  return args;
}

/* A function returns whatever its host shows in a cell: number, text, date or error. Excel's generator needs `any` for that. */
/* oxlint-disable @typescript-eslint/no-explicit-any */

/** Entry point of all function modules: passes a function's name and what it was called with, the arguments and then the call, to the host. */
export const ask = (fn: FunctionName, given: ArrayLike<unknown>): any => evaluator().ask(fn, argumentsIn(given), callIn(given));

/** The same for `SERVICE(entity, path)`. */
export const askPath = (given: ArrayLike<unknown>): any => evaluator().askPath(argumentsIn(given), callIn(given));
