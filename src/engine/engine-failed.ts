/** The value of a formula that the engine itself cannot calculate. Excel has no such error, so no file may get it. */
export const ENGINE_FAILED = "#ERROR!";
