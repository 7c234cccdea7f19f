import { readMemory, type TableMemory } from "./memory";

/** Reads a setting of the workbook; undefined if it has none of this name. */
type ReadSetting = (name: string) => string | undefined;

/** Setting with the ids of the workbook's tables. */
export const TABLES_SETTING = "service.tables";
export const tableSetting = (id: string): string => `service.table.${id}`;

/** The defined names of a table's block and of the lines above it. */
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

function parse(text: string): TableMemory | undefined {
  if (!parsed.has(text)) {
    if (parsed.size >= MOST_PARSED) parsed.delete(parsed.keys().next().value as string);
    parsed.set(text, readMemory(text));
  }
  return parsed.get(text);
}

/** The ids of the workbook's tables, oldest first. */
export function tableIds(read: ReadSetting): string[] {
  const text = read(TABLES_SETTING) ?? "";
  return text === "" ? [] : text.split(" ");
}

/** The workbook's tables, oldest first. */
export const remembered = (read: ReadSetting): Remembered[] => tableIds(read).map((id) => ({ id, memory: parse(read(tableSetting(id)) ?? "") }));
