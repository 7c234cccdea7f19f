/**
 * One spelling for the address of a cell with its sheet, so that addresses of different origin compare: `'My Sheet'!$B$2`,
 * `[Book1]My Sheet!B2` and `My Sheet!b2` are the same cell.
 */
export function cellKey(address: string): string {
  const at = address.lastIndexOf("!");
  const quoted = address.slice(0, Math.max(at, 0));
  const sheet = (/^'.*'$/.test(quoted) ? quoted.slice(1, -1).replaceAll("''", "'") : quoted).replace(/^.*\]/, "");
  return `${sheet}!${address.slice(at + 1).replaceAll("$", "")}`.toUpperCase();
}
