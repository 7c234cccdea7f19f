import { WorkbookRefusal } from "../workbook/workbook-refusal";
import { memoryText, readMemory, type TableMemory } from "./memory";
import { type Steps, wait } from "./steps";
import type { TableBook } from "./table-book";

/** Reads a setting of the workbook; undefined if it has none of this name. */
type ReadSetting = (name: string) => string | undefined;

/** Setting with the ids of the workbook's tables. */
export const TABLES_SETTING = "service.tables";
const tableSetting = (id: string): string => `service.table.${id}`;

/** The defined names of a table's block and of the lines above it. */
export const blockName = (id: string): string => `_service_table_${id}`;
export const notesName = (id: string): string => `_service_table_${id}_notes`;

/** A remembered table; without `memory` its setting is damaged or of a later version. */
export interface Remembered {
  readonly id: string;
  readonly memory: TableMemory | undefined;
}

/** Parsed settings by their text, because a table may have 15,000 rows. Not by `memoized`: the pane would then load it at its start. */
const parsed = new Map<string, TableMemory | undefined>();
const MOST_PARSED = 50;

function parse(text: string): TableMemory | undefined {
  if (!parsed.has(text)) {
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(text, readMemory(text));
  }
  return parsed.get(text);
}

/** The ids of the workbook's tables, oldest first. */
function tableIds(read: ReadSetting): string[] {
  const text = read(TABLES_SETTING) ?? "";
  return text === "" ? [] : text.split(" ");
}

/** The workbook's tables, oldest first. */
export const remembered = (read: ReadSetting): Remembered[] => tableIds(read).map((id) => ({ id, memory: parse(read(tableSetting(id)) ?? "") }));

/** Characters that a workbook's settings may have for tables: Excel keeps 2 MB for an add-in. */
const MOST = 1_500_000;

const idsOf = ({ settings }: TableBook): string[] => tableIds((name) => settings.read(name));

export const storedText = ({ settings }: TableBook, id: string): string | undefined => settings.read(tableSetting(id));

/** The workbook's tables, oldest first. */
export const rememberedTables = (workbook: TableBook): Remembered[] => remembered((name) => workbook.settings.read(name));

/** An id that no table of the workbook has, nor a name left by one. */
export function* freeId(workbook: TableBook): Steps<string> {
  const taken = new Set(idsOf(workbook));
  for (let n = 1; ; n++) {
    const id = `t${n}`;
    if (taken.has(id)) continue;
    const [block] = yield* wait(workbook.blocks?.find([blockName(id)]) ?? []);
    if (!block) return id;
  }
}

/** Throws if the workbook cannot remember a table of this size. */
export function checkSize(workbook: TableBook, memory: TableMemory): void {
  const text = memoryText(memory);
  const others = idsOf(workbook).reduce((n, id) => (id === memory.id ? n : n + (storedText(workbook, id)?.length ?? 0)), 0);
  if (others + text.length > MOST || workbook.settings.hasRoom?.(tableSetting(memory.id), text) === false)
    throw new WorkbookRefusal(
      `${memory.rows.length} rows are too many for the workbook to remember with its other tables. Choose a later start or a lower frequency, or remove a table from the list.`,
    );
}

const NOT_SAVED =
  " The table could not be saved in the workbook, so it is refreshed only until the workbook is closed. If the workbook is read-only, save a copy and insert it there.";

/** Remembers a table; returns its text, and a sentence with a space before it if the workbook could not save it. The rows stay on the sheet in any case. */
export function* remember(workbook: TableBook, memory: TableMemory): Steps<{ readonly text: string; readonly unsaved: string }> {
  const text = memoryText(memory);
  const ids = idsOf(workbook);
  let unsaved = "";
  const settings = [[tableSetting(memory.id), text], ...(ids.includes(memory.id) ? [] : [[TABLES_SETTING, [...ids, memory.id].join(" ")]])] as const;
  for (const [name = "", value = ""] of settings)
    try {
      yield* wait(workbook.settings.write(name, value));
    } catch (e) {
      if (!(e instanceof WorkbookRefusal)) throw e;
      unsaved = NOT_SAVED;
    }
  return { text, unsaved };
}

export function* forget(workbook: TableBook, id: string): Steps<void> {
  const ids = idsOf(workbook).filter((other) => other !== id);
  yield* wait(workbook.settings.write(TABLES_SETTING, ids.length > 0 ? ids.join(" ") : undefined));
  yield* wait(workbook.settings.write(tableSetting(id), undefined));
  yield* wait(workbook.blocks?.set(blockName(id), undefined));
  yield* wait(workbook.blocks?.set(notesName(id), undefined));
}
