import type { CustomFunction } from "../../engine/custom-functions";

/** How the script that runs before the add-in hands the associated functions to the workbench's own bundle, in the same page. */
const SLOT = Symbol.for("service.custom-functions");
const page = globalThis as { [SLOT]?: ReadonlyMap<string, CustomFunction> };

export const offerCustomFunctions = (functions: ReadonlyMap<string, CustomFunction>): void => {
  page[SLOT] = functions;
};

/** The functions that the add-in has associated; none where its bundle did not load. */
export const takeCustomFunctions = (): ReadonlyMap<string, CustomFunction> => page[SLOT] ?? new Map();
