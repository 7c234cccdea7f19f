import { hasBrokenName } from "./broken-names";

/** The formula with each `SERVICE(entity, path)` as `SERVICE.GET(entity, path)`, which returns the same; undefined if it has none. */
export function withoutBareCalls(formula: string): string | undefined {
  const bare = findServiceCalls(formula).filter(({ id }) => id === "SERVICE");
  if (bare.length === 0) return undefined;
  return bare.reduceRight((text, { start, open }) => `${text.slice(0, start)}SERVICE.GET${text.slice(open)}`, formula);
}

/** The position of a SERVICE call in a formula. */
interface ServiceCall {
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset of the opening parenthesis. */
  readonly open: number;
  /** The function's id, such as `SERVICE.FRED` or `SERVICE`. */
  readonly id: string;
  /** True for the stored form, `_xldudf_SERVICE_FRED(`. */
  readonly stored: boolean;
}

/** Excel's stored name of an Office.js custom function: a prefix, and underscores for dots. */
export const storedName = (id: string): string => `_xldudf_${id.replaceAll(".", "_")}`;

/**
 * The call as typed (`SERVICE.FRED(`), as stored (`_xldudf_SERVICE_FRED(`), and as left behind by other add-ins (`[2]!_xldudf_…`).
 * Not after a letter, digit, dot or underscore: `MYSERVICE.FRED(` is another function.
 */
const CALL = /(?<![\p{L}\d_.])(?:(_xldudf_)SERVICE((?:_[A-Z\d_]+)?)|SERVICE((?:\.[A-Z\d_]+)?))\s*\(/giu;

/** True for the name of a function, in capitals, that is one of SERVICE. */
export const isServiceName = (name: string): boolean => /^SERVICE(?:\.|$)/.test(name);

/** Strings, quoted sheet names and brackets. They are blanked, because their content is not a call. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^[\]]*\]/g;

/** The formula with quoted and bracketed parts blanked; offsets do not change. */
export const visibleText = (formula: string): string => formula.replace(QUOTED, (quoted) => " ".repeat(quoted.length));

/** Every SERVICE call of a formula, in order, including nested ones; names in strings do not count. */
export function findServiceCalls(formula: string): ServiceCall[] {
  return [...visibleText(formula).matchAll(CALL)].map((m) => {
    const rest = (m[2] ?? m[3] ?? "").toUpperCase();
    return { start: m.index, open: m.index + m[0].length - 1, id: rest ? `SERVICE.${rest.slice(1)}` : "SERVICE", stored: m[1] !== undefined };
  });
}

/** True if a formula calls a SERVICE function, also under a broken name from another machine, such as `_xll.SERVICE.FRED(`. */
export const hasServiceCall = (formula: string): boolean => /service/i.test(formula) && (findServiceCalls(formula).length > 0 || hasBrokenName(formula));
