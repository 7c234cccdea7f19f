import { wordsIn } from "../../contract/text";
import { isError, type CellValue } from "../../workbook/cell";
import { operationsOf } from "./operations";

/** The largest difference between two correct results of a formula: relative to them, and absolute. */
interface Precision {
  readonly relative: number;
  readonly absolute: number;
}

/** Differences below 1e-12 are rounding residues: COS of a right angle is 6e-17. */
const EXACT: Precision = { relative: 1e-9, absolute: 1e-12 };
/** Excel's help: results of these are iterated until they change by less than 0.00001 percent. */
const ITERATED: Precision = { relative: 1e-7, absolute: 1e-7 };
/** An amount of money. At the internal rate of return it is a rounding residue of the amounts. */
const AMOUNT: Precision = { relative: 1e-9, absolute: 1e-9 };
/** Distributions and tests, which Excel gives with nearly all digits. */
const STATISTICS: Precision = { relative: 1e-12, absolute: 1e-15 };
const STATISTICAL = wordsIn(`
  BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV CHIDIST CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CONFIDENCE
  CONFIDENCE.NORM CONFIDENCE.T ERF ERF.PRECISE ERFC ERFC.PRECISE EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FDIST FINV FISHER FISHERINV GAMMA
  GAMMA.DIST GAMMA.INV GAMMALN GAMMALN.PRECISE GAUSS HYPGEOM.DIST LOGNORM.DIST LOGNORM.INV NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
  NORMDIST NORMSDIST NORMSINV PHI POISSON POISSON.DIST T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TDIST TINV WEIBULL.DIST Z.TEST`);
const OF_FUNCTION = new Map<string, Precision>([
  ...["IRR", "ODDFYIELD", "ODDLYIELD", "RATE", "XIRR", "YIELD"].map((name) => [name, ITERATED] as const),
  ...["NPV", "XNPV"].map((name) => [name, AMOUNT] as const),
  ...STATISTICAL.map((name) => [name, STATISTICS] as const),
]);

/** The precision in which results of a formula are compared. */
export function precisionOf(formula: string): Precision {
  const known = operationsOf(formula).flatMap((name) => OF_FUNCTION.get(name) ?? []);
  return known.find((one) => one === ITERATED) ?? known.find((one) => one === AMOUNT) ?? known[0] ?? EXACT;
}

/** True if two results of a formula are the same value of the same type. An empty text is as good as an empty cell. */
export function sameResult(a: CellValue, b: CellValue, { relative, absolute }: Precision): boolean {
  if (a === null || a === "") return b === null || b === "";
  if (isError(a)) return b !== null && isError(b) && a.error === b.error;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= Math.max(absolute, relative * Math.max(Math.abs(a), Math.abs(b)));
  return a === b;
}
