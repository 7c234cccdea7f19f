/**
 * Where office.js could not be loaded there is no `CustomFunctions`, and the first function module to name itself would stop the whole page.
 * Imported before all function modules; with office.js it does nothing.
 */
const page = globalThis as { CustomFunctions?: unknown };
page.CustomFunctions ??= { associate: () => undefined };

export {};
