import { generalText, scientific } from "../../../engine/general-text";

/** A number to display: with the text of its format, or in the General format. */
type Shown = { readonly text: string } | { readonly general: number };

const MOST_DECIMALS = 9;
/** Below this, scientific notation is more exact than a rounded fraction. */
const SMALL = 1e-4;

/** Drops zeros at the end of a fraction: `1.50` is `1.5`, and `-0.0` is `0`. */
const trimmed = (text: string): string =>
  text
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "")
    .replace(/^-0$/, "0");

/** The ways to write a number in General, most exact first. */
function* waysToWrite(value: number): Generator<{ readonly text: string; readonly whole: boolean }> {
  const text = generalText(value);
  yield { text, whole: true };
  if (!text.includes("E") && (Math.abs(value) >= SMALL || value === 0))
    for (let decimals = MOST_DECIMALS; decimals >= 0; decimals--) yield { text: trimmed(value.toFixed(decimals)), whole: true };
  for (let decimals = 5; decimals >= 0; decimals--) yield { text: scientific(value, decimals), whole: false };
  if (Math.abs(value) < SMALL) yield { text: "0", whole: false };
}

/**
 * A number's text for this width in pixels, as in Excel: General drops decimals, then uses scientific notation; otherwise `####`. `wanted` is the text that a
 * wider column would show without losing integer digits; undefined if the text already has them.
 */
export function fitNumber(shown: Shown, room: number, widthOf: (text: string) => number): { readonly text: string; readonly wanted?: string } {
  const fits = (text: string): boolean => widthOf(text) <= room;
  if ("text" in shown) return fits(shown.text) ? { text: shown.text } : { text: hashes(room, widthOf), wanted: shown.text };
  const ways = [...waysToWrite(shown.general)];
  const fitting = ways.find(({ text }) => fits(text));
  if (fitting?.whole) return { text: fitting.text };
  const wanted = ways.filter(({ whole }) => whole).at(-1)?.text ?? "";
  return { text: fitting?.text ?? hashes(room, widthOf), wanted };
}

/** As many # as fit, at least one. */
const hashes = (room: number, widthOf: (text: string) => number): string => "#".repeat(Math.max(1, Math.floor(room / widthOf("#"))));
