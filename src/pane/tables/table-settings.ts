import { memoryText, readMemory, type TableMemory } from "../../tables/memory";
import { WorkbookRefusal, type Workbook } from "../workbook";

/** Setting with the ids of the workbook's tables. */
const LIST = "service.tables";
const settingOf = (id: string): string => `service.table.${id}`;

/** Characters that a workbook's settings may have for tables: Excel keeps 2 MB for an add-in. */
const MOST = 1_500_000;

/** The names of a table's block and of the lines above it. */
export const blockName = (id: string): string => `_service_table_${id}`;
export const notesName = (id: string): string => `_service_table_${id}_notes`;

/** A remembered table; without `memory` its setting is damaged or of a later version. */
export interface Remembered {
  readonly id: string;
  readonly memory: TableMemory | undefined;
}

/** Parsed settings by their text: a table may have 15,000 rows. */
const parsed = new Map<string, TableMemory | undefined>();
const MOST_PARSED = 50;

function read(text: string): TableMemory | undefined {
  if (!parsed.has(text)) {
    if (parsed.size >= MOST_PARSED) parsed.delete(parsed.keys().next().value as string);
    parsed.set(text, readMemory(text));
  }
  return parsed.get(text);
}

const idsOf = ({ settings }: Workbook): string[] => {
  const text = settings.read(LIST) ?? "";
  return text === "" ? [] : text.split(" ");
};

export const textOf = ({ settings }: Workbook, id: string): string | undefined => settings.read(settingOf(id));

/** The workbook's tables, oldest first. */
export const rememberedTables = (workbook: Workbook): Remembered[] => idsOf(workbook).map((id) => ({ id, memory: read(textOf(workbook, id) ?? "") }));

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
  await workbook.settings.write(settingOf(memory.id), text);
  const ids = idsOf(workbook);
  if (!ids.includes(memory.id)) await workbook.settings.write(LIST, [...ids, memory.id].join(" "));
  return text;
}

export async function forget(workbook: Workbook, id: string): Promise<void> {
  const ids = idsOf(workbook).filter((other) => other !== id);
  await workbook.settings.write(LIST, ids.length > 0 ? ids.join(" ") : undefined);
  await workbook.settings.write(settingOf(id), undefined);
  await workbook.blocks?.set(blockName(id), undefined);
  await workbook.blocks?.set(notesName(id), undefined);
}
