import type { UsedTable } from "../../sources/sources-block";
import { kindOf } from "../../tables/kinds";
import type { TableMemory } from "../../tables/memory";
import { addressOf, blockText } from "../../workbook/cell-address";
import type { Workbook } from "../workbook";
import { blockName, rememberedTables } from "./table-settings";

/** What a table asks, in words: `History of a series: series DGS10, start 2024-01-01`. */
function questionWords({ kind, asked }: TableMemory): string {
  const known = kindOf(kind);
  const fields = Object.entries(asked).flatMap(([id, value]) =>
    value.trim() === "" ? [] : [`${known?.fields.find((f) => f.id === id)?.label ?? id} ${value}`],
  );
  return `${known?.title ?? kind}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`;
}

/** The workbook's tables that are still on a sheet, as the Sources sheet lists them. */
export async function usedTables(workbook: Workbook): Promise<UsedTable[]> {
  if (!workbook.blocks) return [];
  const tables = rememberedTables(workbook).flatMap(({ id, memory }) => (memory ? [{ id, memory }] : []));
  if (tables.length === 0) return [];
  const blocks = await workbook.blocks.find(tables.map(({ id }) => blockName(id)));
  return tables.flatMap(({ memory }, i): UsedTable[] => {
    const block = blocks[i];
    if (!block) return [];
    const last = blockText(block).split(":")[1];
    return [
      {
        cells: `${addressOf(block)}${last === undefined ? "" : `:${last}`}`,
        question: questionWords(memory),
        rows: memory.rows.length,
        sources: memory.notes[1] ?? "",
        sample: memory.sample,
        receivedAt: memory.at,
      },
    ];
  });
}
