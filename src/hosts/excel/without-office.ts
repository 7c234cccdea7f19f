/**
 * Stand-in for `CustomFunctions` if office.js did not load; without it, the first function module would stop the page. Import it before all function modules.
 */
const page = globalThis as { CustomFunctions?: unknown };
page.CustomFunctions ??= { associate: () => undefined };

export {};
