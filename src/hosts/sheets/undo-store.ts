import type { TableUndo } from "../../tables/table-work";
import { ascii, textParts } from "./document-texts";
import { CACHE_LIMITS, hashOf, scriptCache } from "./script-cache";

/** Most entries of Google's cache for one undo. A larger one is kept without the sheet's cells, and is then less exact. */
const MOST_PARTS = 40;

interface Head {
  /** Hash of the table's setting after the change: with another one, the change is no longer the last. */
  readonly of: number;
  readonly parts: number;
}

const headName = (id: string): string => `table-undo.v1.${id}`;
const partName = (id: string, part: number): string => `${headName(id)}.${part}`;

/**
 * How to take back the last change of each table, in Google's cache for 6 hours: a script has no memory between executions, and the properties have no room
 * for it. Google may drop it earlier.
 */
export function createUndoStore() {
  const cache = scriptCache();
  const headOf = (id: string): Head | undefined => {
    const text = cache.getAll([headName(id)])[headName(id)];
    return text === undefined || text === "" ? undefined : (JSON.parse(text) as Head);
  };
  const fits = (id: string, text: string | undefined): Head | undefined => {
    const head = headOf(id);
    return head && text !== undefined && head.of === hashOf(text) ? head : undefined;
  };
  return {
    save: (id: string, { text, before, done }: TableUndo): void => {
      const whole = ascii(JSON.stringify({ before, done }));
      const isSmall = whole.length <= MOST_PARTS * CACHE_LIMITS.valueBytes;
      const parts = textParts(isSmall || !done ? whole : ascii(JSON.stringify({ before, done: { plan: done.plan } })), CACHE_LIMITS.valueBytes);
      const head: Head = { of: hashOf(text), parts: parts.length };
      cache.putAll({ ...Object.fromEntries(parts.map((part, i) => [partName(id, i), part])), [headName(id)]: JSON.stringify(head) }, CACHE_LIMITS.maxS);
    },
    /** @param text the table's setting now */
    has: (id: string, text: string | undefined): boolean => fits(id, text) !== undefined,
    take: (id: string, text: string | undefined): TableUndo | undefined => {
      const head = fits(id, text);
      if (!head || text === undefined) return undefined;
      const names = Array.from({ length: head.parts }, (_, i) => partName(id, i));
      const held = cache.getAll(names);
      if (names.some((name) => held[name] === undefined)) return undefined;
      const { before, done } = JSON.parse(names.map((name) => held[name]).join("")) as Pick<TableUndo, "before" | "done">;
      return { text, before, done };
    },
    forget: (id: string): void => void cache.remove(headName(id)),
  };
}
