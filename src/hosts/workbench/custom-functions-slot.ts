import type { CustomFunction } from "../../engine/calls/custom-functions";

/** Passes the associated functions from the script that runs before the add-in to the workbench's bundle, in the same page. */
const SLOT = Symbol.for("service.custom-functions");
const page = globalThis as { [SLOT]?: ReadonlyMap<string, CustomFunction> };

export const offerCustomFunctions = (functions: ReadonlyMap<string, CustomFunction>): void => {
  page[SLOT] = functions;
};

/** The functions that the add-in associated; none if its bundle did not load. */
export const takeCustomFunctions = (): ReadonlyMap<string, CustomFunction> => page[SLOT] ?? new Map();
