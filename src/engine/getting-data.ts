/** The engine's error for a pending value; outside the engine it is `#BUSY!`. */
export const GETTING_DATA = "#GETTING_DATA";
