import { kindOf } from "../tables/kinds";
import type { TableMemory } from "../tables/memory";
import { blockName, remembered } from "../tables/table-settings";
import { referencesOf, type Area } from "../workbook/areas";
import type { Book } from "../workbook/book";
import { areaText } from "../workbook/cell-address";
import type { UsedTable } from "./sources-block";

/** What a table asks, in words: `History of a series: series DGS10, start 2024-01-01`. */
function questionWords({ kind, asked }: TableMemory): string {
  const known = kindOf(kind);
  const fields = Object.entries(asked).flatMap(([id, value]) =>
    value.trim() === "" ? [] : [`${known?.fields.find((f) => f.id === id)?.label ?? id} ${value}`],
  );
  return `${known?.title ?? kind}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`;
}

/** A table as the Sources sheet lists it. */
export const usedTable = (memory: TableMemory, area: Area): UsedTable => ({
  cells: areaText(area),
  question: questionWords(memory),
  rows: memory.rows.length,
  sources: memory.notes[1] ?? "",
  sample: memory.sample,
  receivedAt: memory.at,
});

/** A table in a file: its cells, and what the workbook remembers of it, if that can be read. */
interface BookTable {
  readonly cells: string;
  readonly used: UsedTable | undefined;
}

/** The tables in a file that are still on a sheet. */
export function tablesIn({ settings, names, sheets }: Book): BookTable[] {
  return remembered((name) => (Object.hasOwn(settings, name) ? settings[name] : undefined)).flatMap(({ id, memory }) => {
    const name = names.find((n) => n.name.toLowerCase() === blockName(id).toLowerCase());
    const [area] = name ? referencesOf(name.formula, sheets[0]?.name ?? "", []).areas : [];
    return area ? [{ cells: areaText(area), used: memory && usedTable(memory, area) }] : [];
  });
}
