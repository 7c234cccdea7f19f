/** The engine's error for a pending value; outside the engine it is `#BUSY!`. */
export const GETTING_DATA = "#GETTING_DATA";

/** The value of a formula that the engine itself cannot calculate. Excel has no such error, so no file may get it. */
export const ENGINE_FAILED = "#ERROR!";

/** Thrown by a function that cannot calculate its arguments: the whole formula then gives `ENGINE_FAILED`, which IFERROR and COUNT would hide. */
export class EngineFailed extends Error {
  constructor() {
    super("The engine cannot calculate this.");
  }
}
