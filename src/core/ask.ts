import type { FunctionName } from "../contract/functions";

/** What a host tells of one call: how it is called off, which cell asks, whether it is only a preview. Excel's own invocation fits. */
export interface Call {
  readonly address?: string | undefined;
  readonly isInValuePreview?: unknown;
  onCanceled?: (() => void) | undefined;
}

/** How a host answers calls: with a value at once, or a promise of one. */
export interface Evaluator {
  ask(fn: FunctionName, args: readonly unknown[], call: Call): unknown;
  askPath(entity: unknown, path: unknown, call: Call): unknown;
}

let installed: Evaluator | undefined;

/** A host puts its evaluator behind the functions, once, before the first call. */
export const install = (evaluator: Evaluator): void => {
  installed = evaluator;
};

function evaluator(): Evaluator {
  if (!installed) throw new Error("No host has installed an evaluator: call install() before the first function is called.");
  return installed;
}

/* What a function gives is a cell of its host: number, text, date or error. The functions are declared `any` for Excel. */
/* eslint-disable @typescript-eslint/no-explicit-any */

/** The one entry of the function modules: hands a function's name and arguments to the host. */
export const ask = (fn: FunctionName, args: readonly unknown[], call: Call): any => evaluator().ask(fn, args, call);

/** The same for `SERVICE(entity, path)`. */
export const askPath = (entity: unknown, path: unknown, call: Call): any => evaluator().askPath(entity, path, call);
