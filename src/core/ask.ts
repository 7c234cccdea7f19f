import type { FunctionName } from "../contract/functions";

/** One call, as the host describes it: its cell, whether it is a preview, and a slot for the cancel function. Excel's own invocation object fits. */
export interface Call {
  readonly address?: string | undefined;
  readonly isInValuePreview?: unknown;
  onCanceled?: (() => void) | undefined;
}

/** Answers calls with a value or a promise of one. */
export interface Evaluator {
  ask(fn: FunctionName, args: readonly unknown[], call: Call): unknown;
  askPath(entity: unknown, path: unknown, call: Call): unknown;
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

/* A function returns whatever its host shows in a cell: number, text, date or error. Excel's generator needs `any` for that. */
/* oxlint-disable @typescript-eslint/no-explicit-any */

/** Entry point of all function modules: passes a function's name and arguments to the host. */
export const ask = (fn: FunctionName, args: readonly unknown[], call: Call): any => evaluator().ask(fn, args, call);

/** The same for `SERVICE(entity, path)`. */
export const askPath = (entity: unknown, path: unknown, call: Call): any => evaluator().askPath(entity, path, call);
