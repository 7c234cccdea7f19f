import type { UsedTable } from "../../sources/sources-block";
import { usedTable } from "../../sources/used-tables";
import { blockName, rememberedTables } from "../../tables/table-settings";
import type { Workbook } from "../workbook";

/** The workbook's tables that are still on a sheet, as the Sources sheet lists them. */
export async function usedTables(workbook: Workbook): Promise<UsedTable[]> {
  if (!workbook.blocks) return [];
  const tables = rememberedTables(workbook).flatMap(({ id, memory }) => (memory ? [{ id, memory }] : []));
  if (tables.length === 0) return [];
  const blocks = await workbook.blocks.find(tables.map(({ id }) => blockName(id)));
  return tables.flatMap(({ memory }, i): UsedTable[] => {
    const block = blocks[i];
    return block ? [usedTable(memory, block)] : [];
  });
}
