/** Rows that Page Up and Page Down move. */
const PAGE = 8;

/** The row of a list to which a key moves from this one; undefined for another key, and for an empty list. */
export function rowAfterKey(key: string, at: number, rows: number): number | undefined {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
  return by === undefined || rows === 0 ? undefined : Math.max(0, Math.min(at + by, rows - 1));
}
