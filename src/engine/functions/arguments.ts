import { wordsIn } from "../../contract/text";
import { type ArrayValueObject, type BaseFunction, type BaseValueObject, NullValueObject } from "@univerjs/engine-formula";
import { EngineFailed } from "../engine-errors";
import { wordDoubt } from "../formulas/number-words";
import { arrayOfValues, valuesIn, FormulaError, isFormulaError, asNumber, objectOf, oneOf, type One } from "./elementwise";
import { univerFunction, withCalculation } from "./univer-class";

/** A truth value where one is wanted: blank is FALSE, a number is TRUE unless it is 0, a text has to be TRUE or FALSE. */
export function truthOf(value: One): boolean | FormulaError {
  if (isFormulaError(value)) return value;
  if (typeof value !== "string") return Boolean(value);
  wordDoubt(value);
  return /^(?:TRUE|FALSE)$/i.test(value) ? value.length === "TRUE".length : new FormulaError("#VALUE!");
}

/**
 * What a function makes of an argument, by letter. `n`: a number. `m`: a number that is no truth value, as in the functions of the former Analysis ToolPak.
 * `b`: a truth value. `t`: a text, if it is a truth value.
 */
const CONVERSIONS: Readonly<Record<string, (value: One) => One>> = {
  n: asNumber,
  m: (value) => (typeof value === "boolean" ? new FormulaError("#VALUE!") : asNumber(value)),
  b: (value) => (typeof value === "string" ? truthOf(value) : (value ?? false)),
  t: (value) => (typeof value === "boolean" ? String(value).toUpperCase() : value),
};

/** The value of an array of one value; other values as they are. */
export const unwrapped = (value: BaseValueObject): BaseValueObject =>
  value.isArray() && (value as ArrayValueObject).getRowCount() === 1 && (value as ArrayValueObject).getColumnCount() === 1
    ? ((value as ArrayValueObject).get(0, 0) ?? NullValueObject.create())
    : value;

/** The one value of an argument. */
export function singleOf(value: BaseValueObject): One {
  const one = unwrapped(value);
  if (one.isArray()) throw new EngineFailed();
  return oneOf(one);
}

/** Converts an argument, in an array each element. Numbers keep their objects, which have a number format. An argument that is left out stays so. */
export function converted(given: BaseValueObject, convert: (value: One) => One): BaseValueObject {
  const one = (v: BaseValueObject): BaseValueObject => (v.isNumber() || v.isError() ? v : objectOf(convert(oneOf(v))));
  if (!given.isArray()) return given.isNull() ? given : one(given);
  const value = unwrapped(given);
  return value.isArray() ? (value as ArrayValueObject).mapValue((v) => one(v ?? NullValueObject.create())) : one(value);
}

/** The numbers of a list, without texts, truth values and blanks; its first error, if there is one. */
export function numbersIn(list: BaseValueObject): number[] | FormulaError {
  const values = valuesIn(list).flat();
  return values.find(isFormulaError) ?? values.filter((value) => typeof value === "number");
}

/** A list as Univer takes it: its numbers in one column. `#NUM!` without any. */
function listOf(value: BaseValueObject): BaseValueObject {
  if (!value.isArray()) {
    // What Excel makes of a text or a truth value in place of a list is not known.
    if (!value.isNumber() && !value.isError()) throw new EngineFailed();
    return value;
  }
  const numbers = numbersIn(value);
  if (isFormulaError(numbers)) return objectOf(numbers);
  return numbers.length === 0 ? objectOf(new FormulaError("#NUM!")) : arrayOfValues(numbers.map((n) => [n]));
}

/** A list of truth values. Its first error stands for all of it. */
function conditionsOf(value: BaseValueObject): BaseValueObject {
  const conditions = converted(value, CONVERSIONS["b"]!);
  const error = valuesIn(conditions).flat().find(isFormulaError);
  return error ? objectOf(error) : conditions;
}

/** The letters of each function's parameters: the last one counts for all further arguments; `-` leaves one as it is, `l` is a list of numbers, `c` one of conditions. */
const PARAMETERS: readonly (readonly [letters: string, names: string])[] = [
  [
    "n",
    `ABS ACOS ACOSH ACOT ACOTH ASIN ASINH ATAN ATAN2 ATANH BASE BETA.INV BETAINV BINOM.DIST.RANGE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CEILING CEILING.MATH
    CEILING.PRECISE CHAR CHIDIST CHIINV CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT COMBIN COMBINA CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T COS COSH COT COTH CSC CSCH DAYS DB DDB
    DEGREES EVEN EXP F.DIST.RT F.INV F.INV.RT FACT FDIST FINV FISHER FISHERINV FLOOR FLOOR.MATH FLOOR.PRECISE FV GAMMA GAMMA.INV GAMMAINV GAMMALN GAMMALN.PRECISE
    GAUSS HOUR INT IPMT ISOWEEKNUM ISPMT LN LOG LOG10 LOGINV LOGNORM.INV MINUTE NORM.INV NORM.S.INV NORMINV NORMSDIST NORMSINV NPER ODD PDURATION PERMUTATIONA PHI PMT POWER PPMT
    PV RADIANS RATE ROUND ROUNDDOWN ROUNDUP RRI SEC SECH SECOND SIGN SIN SINH SLN SQRT STANDARDIZE SYD T.DIST.2T T.DIST.RT T.INV T.INV.2T TAN TANH TDIST TIME TINV TRUNC WEEKDAY`,
  ],
  [
    "m",
    `BESSELI BESSELJ BESSELK BESSELY COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD CUMIPMT CUMPRINC DEC2BIN DEC2HEX DEC2OCT DELTA DISC DOLLARDE DOLLARFR
    DURATION EFFECT ERF ERF.PRECISE ERFC ERFC.PRECISE FACTDOUBLE GESTEP INTRATE ISEVEN ISODD MDURATION MROUND NOMINAL ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD PRICE PRICEDISC
    PRICEMAT QUOTIENT RECEIVED SQRTPI TBILLEQ TBILLPRICE TBILLYIELD WEEKNUM YEARFRAC YIELD YIELDDISC YIELDMAT ACCRINTM`,
  ],
  ["mmmmmmmb", "ACCRINT"],
  ["mm-", "COMPLEX NETWORKDAYS WORKDAY NETWORKDAYS.INTL WORKDAY.INTL"],
  ["-m", "BIN2HEX BIN2OCT HEX2BIN HEX2OCT OCT2BIN OCT2HEX"],
  ["mt", "CONVERT"],
  ["-c-", "FILTER"],
  ["m-", "FVSCHEDULE"],
  ["nb", "NORM.S.DIST"],
  ["nnb", "CHISQ.DIST DAYS360 EXPON.DIST EXPONDIST POISSON POISSON.DIST T.DIST"],
  [
    "nnnb",
    "BINOM.DIST BINOMDIST F.DIST GAMMA.DIST GAMMADIST LOGNORM.DIST NEGBINOM.DIST NORM.DIST NORMDIST WEIBULL WEIBULL.DIST LOGNORMDIST NEGBINOMDIST HYPGEOMDIST",
  ],
  ["nnnnb", "HYPGEOM.DIST"],
  ["nnnbn", "BETA.DIST"],
  ["b", "NOT"],
  ["ln", "LARGE SMALL PERCENTILE PERCENTILE.EXC PERCENTILE.INC QUARTILE QUARTILE.EXC QUARTILE.INC TRIMMEAN PERCENTRANK PERCENTRANK.EXC PERCENTRANK.INC"],
  ["-nn-", "DROP EXPAND MIRR TAKE IRR"],
  ["t-", "TEXT"],
  ["tttn", "SUBSTITUTE"],
  ["tn", "LEFT RIGHT REPT MID"],
];

const LETTERS = new Map(PARAMETERS.flatMap(([letters, names]) => wordsIn(names).map((name) => [name, letters] as const)));

/** Univer's function, with its arguments converted as Excel does. */
export function functionWithArguments(name: string): BaseFunction {
  const letters = LETTERS.get(name);
  if (letters === undefined) return univerFunction(name);
  return withCalculation(univerFunction(name), (calculate) => (...given) => {
    const values: BaseValueObject[] = [];
    for (const [i, value] of given.entries()) {
      const letter = letters[i] ?? letters.at(-1)!;
      const one = letter === "-" ? value : letter === "l" ? listOf(value) : letter === "c" ? conditionsOf(value) : converted(value, CONVERSIONS[letter]!);
      if (letter !== "-" && one.isError()) return one;
      values.push(one);
    }
    return calculate(...values);
  });
}

export const argumentFunctions = (): BaseFunction[] => [...LETTERS.keys()].map(functionWithArguments);
