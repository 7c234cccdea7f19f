import { memoryText, type TableMemory } from "../../tables/memory";
import { blockName, notesName, remembered, TABLES_SETTING, tableIds, tableSetting, type Remembered } from "../../tables/settings";
import { WorkbookRefusal, type Workbook } from "../workbook";

/** Characters that a workbook's settings may have for tables: Excel keeps 2 MB for an add-in. */
const MOST = 1_500_000;

const idsOf = ({ settings }: Workbook): string[] => tableIds((name) => settings.read(name));

export const textOf = ({ settings }: Workbook, id: string): string | undefined => settings.read(tableSetting(id));

/** The workbook's tables, oldest first. */
export const rememberedTables = (workbook: Workbook): Remembered[] => remembered((name) => workbook.settings.read(name));

/** An id that no table of the workbook has, nor a name left by one. */
export async function freeId(workbook: Workbook): Promise<string> {
  const taken = new Set(idsOf(workbook));
  for (let n = 1; ; n++) {
    const id = `t${n}`;
    if (taken.has(id)) continue;
    const [block] = (await workbook.blocks?.find([blockName(id)])) ?? [];
    if (!block) return id;
  }
}

/** Throws if the workbook cannot remember a table of this size. */
export function checkSize(workbook: Workbook, memory: TableMemory): void {
  const others = idsOf(workbook).reduce((n, id) => (id === memory.id ? n : n + (textOf(workbook, id)?.length ?? 0)), 0);
  if (others + memoryText(memory).length > MOST)
    throw new WorkbookRefusal(
      `${memory.rows.length} rows are too many for the workbook to remember with its other tables. Choose a later start or a lower frequency, or remove a table from the list.`,
    );
}

export async function remember(workbook: Workbook, memory: TableMemory): Promise<string> {
  const text = memoryText(memory);
  await workbook.settings.write(tableSetting(memory.id), text);
  const ids = idsOf(workbook);
  if (!ids.includes(memory.id)) await workbook.settings.write(TABLES_SETTING, [...ids, memory.id].join(" "));
  return text;
}

export async function forget(workbook: Workbook, id: string): Promise<void> {
  const ids = idsOf(workbook).filter((other) => other !== id);
  await workbook.settings.write(TABLES_SETTING, ids.length > 0 ? ids.join(" ") : undefined);
  await workbook.settings.write(tableSetting(id), undefined);
  await workbook.blocks?.set(blockName(id), undefined);
  await workbook.blocks?.set(notesName(id), undefined);
}
