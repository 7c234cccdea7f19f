import { hasBrokenName } from "./broken-names";

/** Where a SERVICE function is called in a formula. */
interface ServiceCall {
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset of the opening parenthesis. */
  readonly open: number;
  /** The function's id, such as `SERVICE.FRED` or `SERVICE`. */
  readonly id: string;
  /** True for the form in which a workbook stores it: `_xldudf_SERVICE_FRED(`. */
  readonly stored: boolean;
}

/** How Excel stores the id of an Office.js custom function: its prefix, and every dot an underscore. */
export const storedName = (id: string): string => `_xldudf_${id.replaceAll(".", "_")}`;

/**
 * The call as typed (`SERVICE.FRED(`), as stored (`_xldudf_SERVICE_FRED(`), and as left behind by other add-ins (`[2]!_xldudf_…`).
 * Not after a letter, digit, dot or underscore: `MYSERVICE.FRED(` is somebody else's.
 */
const CALL = /(?<![\p{L}\d_.])(?:(_xldudf_)SERVICE((?:_[A-Z\d_]+)?)|SERVICE((?:\.[A-Z\d_]+)?))\s*\(/giu;

/** Strings, quoted sheet names and bracketed columns and books, blanked so that what stands in them is not taken for a call. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^[\]]*\]/g;

/** The formula with blanks for all that is quoted or bracketed; offsets stay. */
export const visibleText = (formula: string): string => formula.replace(QUOTED, (quoted) => " ".repeat(quoted.length));

/** Every SERVICE call of a formula in order, nested ones included; names in strings do not count. */
export function findServiceCalls(formula: string): ServiceCall[] {
  return [...visibleText(formula).matchAll(CALL)].map((m) => {
    const rest = (m[2] ?? m[3] ?? "").toUpperCase();
    return { start: m.index, open: m.index + m[0].length - 1, id: rest ? `SERVICE.${rest.slice(1)}` : "SERVICE", stored: m[1] !== undefined };
  });
}

/** Whether a formula calls a SERVICE function, be it under a name that another machine left broken, such as `_xll.SERVICE.FRED(`. */
export const hasServiceCall = (formula: string): boolean => /service/i.test(formula) && (findServiceCalls(formula).length > 0 || hasBrokenName(formula));
