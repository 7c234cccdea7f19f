import { symbolOf } from "../../records/statement";

/** What an asset's name says: `Apple Inc. - Common Stock (AAPL) [ST]`. Null if it does not. */
interface ReadAsset {
  readonly owner: string | null;
  readonly asset: string;
  readonly symbol: string | null;
  readonly asset_type: string | null;
}

/**
 * The capital letters of a report whose text layer has some capitals as small letters, as those of 2015: `(aXP)`, `sP`, `FIlINg sTaTus`. Undefined for a report
 * with ordinary capitals.
 */
export type Capitals = ReadonlySet<string> | undefined;

const OWNERS = ["SP", "DC", "JT"];
const SYMBOL = /^[A-Z][A-Z0-9]{0,6}(?:[./-][A-Z]{1,2})?$/;
/** A class behind a space: `BRK B`, but not `CL A`. */
const SPACED = /^(?!CL |CLS |SER )([A-Z]{1,4}) ([A-D])$/;
const ANY_CASE = /^[A-Za-z]{1,5}(?:[./-][A-Za-z]{1,2})?$/;
/** Words in brackets behind a symbol. None of them is a symbol. */
const NOT_A_SYMBOL: ReadonlySet<string> = new Set(["ADR", "ADS", "ETF", "IRA", "LLC"]);

/** True if each small letter of the text may stand for a capital: that capital occurs nowhere in the report. */
const areCapitals = (text: string, capitals: ReadonlySet<string>): boolean => [...text].every((c) => !/[a-z]/.test(c) || !capitals.has(c.toUpperCase()));

/** True for a symbol of which some capitals are small letters. In any report: no word has a small letter before two capitals. */
const isSmall = (text: string, capitals: Capitals): boolean =>
  ANY_CASE.test(text) && (/[a-z].*[A-Z].*[A-Z]/.test(text) || (capitals !== undefined && (/[a-z].*[A-Z]/.test(text) || areCapitals(text, capitals))));

/** The symbol in a bracket, `AAPL` or `NYSE: IBM`, with a point before the share class. */
function symbolFrom(bracket: string, capitals: Capitals): string | undefined {
  const text = bracket
    .replace(/^[A-Za-z ]+:/, "")
    .trim()
    .replace(SPACED, "$1.$2");
  const symbol = isSmall(text, capitals) ? text.toUpperCase() : text;
  return SYMBOL.test(symbol) && !NOT_A_SYMBOL.has(symbol) ? symbolOf(symbol) : undefined;
}

/** The last symbol among the brackets at the end of a text. */
function lastSymbol(text: string, capitals: Capitals): string | undefined {
  let before = text.trimEnd();
  while (before.endsWith(")")) {
    const open = before.lastIndexOf("(");
    const inside = before.slice(open + 1, -1);
    if (open < 0 || inside.includes(")")) return undefined;
    const symbol = symbolFrom(inside, capitals);
    if (symbol !== undefined) return symbol;
    before = before.slice(0, open).trimEnd();
  }
  return undefined;
}

/** Reads an asset with its owner, joined from its lines. Amended trades begin with their number. */
export function readAsset(joined: string, capitals: Capitals): ReadAsset {
  const text = joined
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\d{7,} /, "");
  const first = text.slice(0, 3);
  const owner = OWNERS.find((o) => `${o} ` === (capitals ? first.toUpperCase() : first)) ?? null;
  const asset = owner ? text.slice(3) : text;
  const type = (capitals ? /\[([A-Za-z0-9]{2,3})\]/ : /\[([A-Z0-9]{2,3})\]/).exec(asset);
  const [before, behind] = type ? [asset.slice(0, type.index), asset.slice(type.index + type[0].length)] : [asset, ""];
  return { owner, asset, symbol: lastSymbol(before, capitals) ?? lastSymbol(behind, capitals) ?? null, asset_type: type?.[1]?.toUpperCase() ?? null };
}
