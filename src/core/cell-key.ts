/**
 * Normal form of a cell address with its sheet, for comparison: `'My Sheet'!$B$2`,
 * `[Book1]My Sheet!B2` and `My Sheet!b2` are the same cell.
 */
export function cellKey(address: string): string {
  const at = address.lastIndexOf("!");
  const cell = address.slice(at + 1).toUpperCase();
  return `${sheetKey(at > 0 ? address.slice(0, at) : "")}!${cell.includes("$") ? cell.replaceAll("$", "") : cell}`;
}

/** Sheet part of the last address and its normal form. Calls arrive sheet by sheet, so one entry is enough. */
let last = { written: "", key: "" };

function sheetKey(written: string): string {
  if (written !== last.written) {
    const sheet = /^'.*'$/.test(written) ? written.slice(1, -1).replaceAll("''", "'") : written;
    last = { written, key: sheet.replace(/^.*\]/, "").toUpperCase() };
  }
  return last.key;
}
