import { wordsIn } from "../../contract/text";
import { referenceAt, type ReferenceAt } from "../areas";
import type { Block } from "../block";
import { refOf } from "../cell-address";
import { isServiceName } from "./service-calls";
import { OPERATOR_CALLS } from "./stored-formula";
import { closingOf, partsBetween, textOf, type Token, tokensOf } from "./formula-tokens";

/*
 * A formula that a file stores without a mark for arrays takes one cell of a range where a single value is wanted: that in its own row or column. A formula
 * with the mark gets the whole range. `ROUND(J2:J7,2)` in row 5 is `ROUND(J5,2)` without the mark and six values with it.
 */

/**
 * What a function does with a range in each parameter; the last letter repeats, from the `*` on if there is one.
 * V: it wants a single value. R: it takes the range, but a calculation inside takes single cells. A: it takes the range, and calculates with whole ranges
 * inside. P: it passes the value on, so that its own place decides.
 */
const PARAMETERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    V: `
      ABS ACOS ACOSH ACOT ACOTH ADDRESS ARABIC ASIN ASINH ATAN ATAN2 ATANH BASE BETA.DIST BETA.INV BETADIST BETAINV BINOM.DIST BINOM.DIST.RANGE
      BINOM.INV BINOMDIST CEILING CEILING.MATH CEILING.PRECISE CHAR CHIDIST CHIINV CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CLEAN CODE COMBIN
      COMBINA CONCATENATE CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T COS COSH COT COTH CRITBINOM CSC CSCH DATE DATEVALUE DAY DAYS DAYS360 DB DDB DECIMAL
      DEGREES DOLLAR ERROR.TYPE EVEN EXACT EXP EXPON.DIST EXPONDIST F.DIST F.DIST.RT F.INV F.INV.RT FACT FDIST FIND FINDB FINV FISHER FISHERINV FIXED
      FLOOR FLOOR.MATH FLOOR.PRECISE FV GAMMA GAMMA.DIST GAMMA.INV GAMMADIST GAMMAINV GAMMALN GAMMALN.PRECISE GAUSS HOUR HYPERLINK HYPGEOM.DIST
      HYPGEOMDIST IFERROR IFNA INT IPMT ISBLANK ISERR ISERROR ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISOWEEKNUM ISPMT ISTEXT LEFT LEFTB LEN LENB
      LN LOG LOG10 LOGINV LOGNORM.DIST LOGNORM.INV LOGNORMDIST LOWER MID MIDB MINUTE MOD MONTH NEGBINOM.DIST NEGBINOMDIST NORM.DIST NORM.INV NORM.S.DIST
      NORM.S.INV NORMDIST NORMINV NORMSDIST NORMSINV NOT NPER NUMBERVALUE ODD PDURATION PERMUT PERMUTATIONA PHI PMT POISSON POISSON.DIST POWER PPMT
      PROPER PV RADIANS RATE REPLACE REPLACEB REPT RIGHT RIGHTB ROMAN ROUND ROUNDDOWN ROUNDUP RRI SEARCH SEARCHB SEC SECH SECOND SIGN SIN SINH SLN SQRT
      STANDARDIZE SUBSTITUTE SYD T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TAN TANH TDIST TEXT TEXTAFTER TEXTBEFORE TIME TIMEVALUE TINV TRIM TRUNC
      UNICHAR UNICODE UPPER VALUE VDB WEEKDAY WEIBULL WEIBULL.DIST YEAR BITAND BITOR BITXOR BITLSHIFT BITRSHIFT`,
    R: `
      AVEDEV AVERAGE AVERAGEA AND COUNT COUNTA COUNTBLANK CONCAT DEVSQ GEOMEAN HARMEAN KURT MAX MAXA MEDIAN MIN MINA OR PRODUCT SKEW SKEW.P STDEV
      STDEV.P STDEV.S STDEVA STDEVP STDEVPA SUM SUMSQ VAR VAR.P VAR.S VARA VARP VARPA XOR ROWS COLUMNS ROW COLUMN AREAS ISREF ISFORMULA FORMULATEXT
      SHEET SHEETS T N TYPE PHONETIC`,
    A: `
      SUMPRODUCT MMULT MDETERM MINVERSE TRANSPOSE SUMX2MY2 SUMX2PY2 SUMXMY2 CORREL COVAR COVARIANCE.P COVARIANCE.S PEARSON RSQ SLOPE INTERCEPT STEYX
      FREQUENCY LINEST LOGEST TREND GROWTH MODE MODE.SNGL MODE.MULT CHISQ.TEST CHITEST F.TEST FTEST T.TEST TTEST PROB`,
    VAA: "FORECAST FORECAST.LINEAR LOOKUP",
    VPP: "IF",
    VP: "CHOOSE",
    AVVV: "INDEX",
    RVVV: "OFFSET",
    VV: "INDIRECT",
    VRVV: "VLOOKUP HLOOKUP XMATCH",
    VRV: "MATCH RANK RANK.EQ RANK.AVG",
    VRRVVV: "XLOOKUP",
    RVR: "SUMIF AVERAGEIF DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP",
    RV: "COUNTIF IRR LARGE SMALL PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC TRIMMEAN",
    "*RV": "COUNTIFS",
    "R*RV": "SUMIFS AVERAGEIFS MINIFS MAXIFS",
    VR: "SUBTOTAL NPV",
    VVR: "AGGREGATE TEXTJOIN",
    RVV: "MIRR PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC Z.TEST ZTEST",
    RRV: "XIRR",
    VRR: "XNPV",
    "*VP": "IFS",
    P: "SWITCH",
  }).flatMap(([parameters, names]) => wordsIn(names).map((name) => [name, parameters] as const)),
);

/** Functions that return a reference, which may be to several cells. */
const REFERENCES = new Set(["INDEX", "OFFSET", "INDIRECT"]);

/** A call that no engine can calculate. */
const UNCERTAIN = `${OPERATOR_CALLS.single}()`;

/** `U`: unknown; everything inside stays as it is. */
type Wanted = "V" | "R" | "A" | "U";

function wantedBy(name: string, index: number, place: Wanted): Wanted {
  if (isServiceName(name)) return place === "A" ? "A" : "V";
  const letters = PARAMETERS.get(name);
  if (letters === undefined) return "U";
  const repeat = letters.indexOf("*");
  const plain = letters.replace("*", "");
  const letter = index < plain.length ? plain[index] : repeat >= 0 ? plain[repeat + ((index - repeat) % (plain.length - repeat))] : plain.at(-1);
  if (letter === "P") return place;
  if (letter === "V") return place === "A" && name !== "IF" && name !== "CHOOSE" ? "A" : place === "U" ? "U" : "V";
  return place === "A" && letter === "R" ? "A" : (letter as Wanted);
}

const OPERATORS = /^[-+*/^&=<>%]$/;
const WORD =
  /(?<![\p{L}\d_.$'!\]])(?!(?:TRUE|FALSE)(?![\p{L}\d_.]))(?!\$?[A-Z]{1,3}\$?\d+(?![\p{L}\d_.]))[\p{L}_\\][\p{L}\d_.\\?]*(?![\p{L}\d_.\\?]|\s*\(|[!:])/iu;

/** True if a formula may refer to more than one cell. Others are the same with and without the mark. */
export function mayTakeSeveralCells(formula: string): boolean {
  const visible = formula.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'!/g, "");
  return visible.includes(":") || /(?:INDEX|OFFSET|INDIRECT)\s*\(/i.test(visible) || WORD.test(visible);
}

/** The one cell of a range that a formula in this cell takes; undefined if the range has none in its row or column. */
function cellFor(block: Block, { row, column }: { readonly row: number; readonly column: number }): string | undefined {
  const inRows = row >= block.row && row < block.row + block.rows;
  const inColumns = column >= block.column && column < block.column + block.columns;
  const place = {
    row: block.rows === 1 ? block.row : inRows ? row : -1,
    column: block.columns === 1 ? block.column : inColumns ? column : -1,
  };
  return place.row < 0 || place.column < 0 ? undefined : refOf(place);
}

/** The range that starts at this token, and the end after the last of its tokens; undefined if no range starts there, or only a part of one. */
function rangeAt(tokens: readonly Token[], from: number): { readonly range: ReferenceAt; readonly end: number } | undefined {
  const at = tokens[from]?.kind === "sheet" ? from + 1 : from;
  const range = referenceAt(tokens, at);
  const end = at + (range?.length ?? 0);
  const isPart = [tokens[from - 1]?.text, tokens[end]?.text].includes(":") || tokens[from - 1]?.text === "@";
  return range && range.sides.length > 1 && !isPart ? { range, end } : undefined;
}

/**
 * The formula, with its equals sign, as a cell without the mark for arrays calculates it: ranges where a single value is wanted are replaced by their cell, or
 * by `#VALUE!` if they have none there. Names and functions that may give several cells are put into a call that takes one.
 */
export function withSingleCells(formula: string, at: { readonly row: number; readonly column: number }): string {
  const tokens = tokensOf(formula.replace(/^=/, ""));

  /**
   * The cell of a range that a call of SERVICE gets. It is certain only where both readings give the same: one cell of the range, and the first one of the
   * values for all its cells.
   */
  const cellForService = ({ area, sides }: ReferenceAt, place: Wanted): string => {
    const cell = cellFor(area, at);
    return cell !== undefined && place === "V" && cell === sides[0]!.replaceAll("$", "") ? cell : UNCERTAIN;
  };

  /** True if these tokens have an operator outside of calls. */
  const calculates = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) {
      const { kind, text } = tokens[i]!;
      if (kind === "function") i = closingOf(tokens, i + 1);
      else if (kind === "mark" && OPERATORS.test(text)) return true;
    }
    return false;
  };

  /** Rewrites the tokens from `from` to `to`, which are one parameter or the whole formula. In a call of SERVICE, `around` is the place of the call. */
  function rewrite(from: number, to: number, place: Wanted, around?: Wanted): string {
    const wanted = place === "R" && calculates(from, to) ? "V" : place;
    let text = "";
    for (let i = from; i < to; i++) {
      const token = tokens[i]!;
      const found = wanted === "V" ? rangeAt(tokens, i) : undefined;
      if (found) {
        const cell = around === undefined ? cellFor(found.range.area, at) : cellForService(found.range, around);
        text += cell === undefined ? "#VALUE!" : `${token.kind === "sheet" ? token.text : ""}${cell}`;
        i = found.end - 1;
      } else if (token.kind === "function") {
        let open = i + 1;
        while (tokens[open]?.kind === "blank") open++;
        const close = closingOf(tokens, open);
        if (tokens[open]?.kind !== "open" || close >= to) {
          text += token.text;
          continue;
        }
        const name = token.text.toUpperCase();
        const parts = partsBetween(tokens, open + 1, close).map((part, index) =>
          rewrite(part.from, part.to, wantedBy(name, index, wanted), isServiceName(name) ? wanted : around),
        );
        const call = `${textOf(tokens.slice(i, open + 1))}${parts.join(",")})`;
        const takesOne =
          wanted === "V" && REFERENCES.has(name) && tokens[close + 1]?.text !== ":" && tokens[i - 1]?.text !== ":" && tokens[close + 1]?.text !== "#";
        text += takesOne ? `${OPERATOR_CALLS.single}(${call})` : call;
        i = close;
      } else if (
        wanted === "V" &&
        token.kind === "name" &&
        !/^(?:TRUE|FALSE)$/i.test(token.text) &&
        tokens[i + 1]?.text !== "#" &&
        tokens[i + 1]?.text !== ":" &&
        tokens[i - 1]?.text !== ":"
      ) {
        const sheet = tokens[i - 1]?.kind === "sheet" ? tokens[i - 1]!.text : "";
        text = `${text.slice(0, text.length - sheet.length)}${OPERATOR_CALLS.single}(${sheet}${token.text})`;
      } else text += token.text;
    }
    return text;
  }

  return `=${rewrite(0, tokens.length, "V")}`;
}
