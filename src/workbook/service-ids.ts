import { CELL_FUNCTIONS } from "../contract/functions";

/** The names of the add-in's functions, in capitals. Other similar names are not functions of the add-in. */
export const SERVICE_IDS: ReadonlySet<string> = new Set(["SERVICE", "SERVICE.GET", ...CELL_FUNCTIONS.map((name) => `SERVICE.${name}`)]);
