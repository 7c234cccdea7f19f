import { fieldWords } from "../../contract/field-words";
import type { RegistryRow } from "../../contract/wire";
import { rowTitle } from "./row-words";

export type RowKind = RegistryRow["kind"];

/** Row kinds, most useful for formulas first. */
const KIND_ORDER: Readonly<Record<RowKind, number>> = { function: 0, series: 1, path: 2, screener: 3, caveat: 4 };

interface Found {
  readonly rows: readonly RegistryRow[];
  /** How many rows of each kind match, whatever kind is selected. */
  readonly counts: Readonly<Record<RowKind, number>>;
  /** Matching rows of all kinds. */
  readonly all: number;
}

/** Synonyms of names used here. */
const otherNames = (row: RegistryRow): string => fieldWords(row) || rowTitle(row);

/** Searchable text of a row: its identifier, title, and a function's arguments and fields. */
const textOf = (row: RegistryRow): string =>
  [row.field, row.description, row.group ?? "", row.source, otherNames(row), ...(row.fields ?? []).map((f) => f.name)].join(" ").toLowerCase();

/** Smaller is better: exact match, identifier prefix, identifier, words; caveats after rows that return a value. */
function rankOf(row: RegistryRow, words: readonly string[], query: string): number {
  const field = row.field.toLowerCase();
  const bare = field.replace(/^service\./, "");
  if (bare === query || field === query) return 0;
  const first = words[0] ?? "";
  if (bare.startsWith(first)) return 1;
  if (field.includes(first) && row.kind !== "caveat") return 2;
  const said = `${row.description} ${otherNames(row)}`.toLowerCase();
  return row.kind !== "caveat" && words.every((w) => said.includes(w)) ? 3 : 4;
}

/** Rows that contain the most words: all words if any row has all. One word too many still finds something. */
function matchingRows(rows: readonly RegistryRow[], words: readonly string[]): readonly RegistryRow[] {
  if (words.length === 0) return rows;
  const counted = rows.map((row) => {
    const text = textOf(row);
    return { row, hits: words.filter((w) => text.includes(w)).length };
  });
  const most = counted.reduce((n, { hits }) => Math.max(n, hits), 0);
  // A match of fewer than half of the words is chance.
  return most * 2 < words.length || most === 0 ? [] : counted.filter(({ hits }) => hits === most).map(({ row }) => row);
}

/** Rows that match the typed text, best first; all rows, by kind, if nothing is typed. */
export function searchRows(rows: readonly RegistryRow[], typed: string, kind: RowKind | undefined): Found {
  // A pasted formula is searched by its function's name, which in Google Sheets has no dot.
  const query = typed
    .trim()
    .toLowerCase()
    .replace(/^=/, "")
    .replace(/\(.*$/s, "")
    .replace(/^service_/, "service.");
  const words = query.split(/\s+/).filter(Boolean);
  const matching = matchingRows(rows, words);
  const counts: Record<RowKind, number> = { function: 0, series: 0, path: 0, screener: 0, caveat: 0 };
  for (const row of matching) counts[row.kind]++;
  const ranked = matching
    .filter((row) => !kind || row.kind === kind)
    .map((row, at) => ({ row, at, rank: words.length === 0 ? 0 : rankOf(row, words, query) }))
    .sort((a, b) => a.rank - b.rank || KIND_ORDER[a.row.kind] - KIND_ORDER[b.row.kind] || a.at - b.at);
  return { rows: ranked.map(({ row }) => row), counts, all: matching.length };
}
