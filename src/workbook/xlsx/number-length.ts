import { largest } from "../../contract/lists";
import { valueText } from "../value-text";
import { piecesOf, sectionsOf } from "./marked-format";
import { showsDay } from "./number-formats";

/** Excel shows no more digits of a number without a format. */
const GENERAL = 11;
/** The longest name of a month or a day. */
const LONGEST_NAME = 9;

/** Characters that a placeholder of a date or time needs, such as `mmm`. */
const dateLength = (run: string): number => (run.length > 3 ? (/^y/i.test(run) ? 4 : LONGEST_NAME) : Math.max(2, run.length));

/** Literals, fills and colours of a section. */
const literalLength = (piece: string): number => {
  if (piece.startsWith('"')) return piece.length - 2;
  if (/^[\\_]/.test(piece)) return 1;
  if (piece.startsWith("*")) return 0;
  const currency = /^\[\$([^-\]]*)/.exec(piece)?.[1];
  return currency?.length ?? (/^\[[hms]+\]$/i.test(piece) ? LONGEST_NAME : 0);
};

function sectionLength(section: string, value: number): number {
  let literal = 0;
  let pattern = "";
  for (const piece of piecesOf(section)) {
    if (piece.length > 1) literal += literalLength(piece);
    else pattern += piece;
  }
  if (/general/i.test(pattern)) return literal + pattern.length - "General".length + Math.min(GENERAL, valueText(value).length);
  if (showsDay(section) || /[hs]/i.test(pattern)) {
    const runs = pattern.replace(/AM\/PM/i, "hh").match(/([ymdhs])\1*|./gi) ?? [];
    return literal + runs.reduce((sum, run) => sum + (/^[ymdhs]/i.test(run) ? dateLength(run) : run.length), 0);
  }
  const [whole = "", rest = ""] = pattern.split(/\.(.*)/s);
  const percent = pattern.split("%").length - 1;
  const thousands = /,+(?=[^#0?,]*$)/.exec(whole)?.[0].length ?? 0;
  const shown = Math.min(Number.MAX_VALUE, Math.abs(value) * 100 ** percent) * 1000 ** -thousands;
  const places = whole.match(/[0?]/g)?.length ?? 0;
  const digits = /e[+-]/i.test(pattern) ? 1 : Math.max(places, BigInt(Math.trunc(shown + 0.5)).toString().length);
  const separators = /[#0?],+[#0?]/.test(whole) ? Math.floor((digits - 1) / 3) : 0;
  const others = whole.replace(/[#0?,]/g, "").length + (pattern.includes(".") ? 1 + rest.length : 0);
  return literal + digits + separators + others;
}

/** Number of characters of a number in this format, in en-US form, or a few more: the longest of the format's sections counts. */
export function numberLength(format: string, value: number): number {
  const sections = sectionsOf(format).slice(0, 3);
  const minus = value < 0 && sections.length === 1 ? 1 : 0;
  return (
    minus +
    largest(
      sections.map((section) => sectionLength(section, value)),
      0,
    )
  );
}
