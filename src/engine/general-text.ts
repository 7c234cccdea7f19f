/** From this size on, a double does not have all digits of an integer: it has fifteen. */
const WHOLE = 1e15;

/** A number in scientific notation with at most this many decimals, `1.5E+12`. */
export const scientific = (value: number, decimals: number): string =>
  value
    .toExponential(decimals)
    .replace(/(\.\d*?)0+e/, "$1e")
    .replace(/\.?e([+-])(\d+)$/, (_, sign: string, power: string) => `E${sign}${power.padStart(2, "0")}`);

/** A number in the General format: about eleven digits, as in Excel. Integers stay whole where Excel would use scientific notation. */
export function generalText(value: number): string {
  const size = Math.abs(value);
  if (size >= WHOLE) return scientific(value, 5);
  if (Number.isInteger(value) || size >= 1e10) return String(Math.round(value));
  const text = String(Number(value.toPrecision(10)));
  return text.includes("e") ? scientific(value, 9) : text;
}
