import { largest } from "../../contract/lists";

/** Formats a table for a terminal: heads, then rows, in aligned columns. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, i) =>
    largest(
      rows.map((r) => r[i]?.length ?? 0),
      head.length,
    ),
  );
  return [heads, ...rows].map((r) =>
    r
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
