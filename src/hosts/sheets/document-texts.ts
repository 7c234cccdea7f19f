import type { TableBook } from "../../tables/table-book";
import { utf8Bytes, hashOf } from "./script-cache";

/** Google's limits: 9 KB for a property and 500 KB for all of a spreadsheet; a little less, because names count too. */
const PART = 9_000;
const MOST = 480_000;

/** JSON in ASCII, so that a character is a byte. */
export const ascii = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => {
    const code = text.charCodeAt(i);
    return code < 0x80 ? text.charAt(i) : `\\u${code.toString(16).padStart(4, "0")}`;
  }).join("");

const partName = (name: string, part: number): string => `${name}/${part}`;
const headOf = (text: string, parts: number): string => `${parts} ${hashOf(text)}`;

/** Cuts an ASCII text into parts of this length. */
export const textParts = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length));

/**
 * JSON texts of any length in the spreadsheet's properties, which all its editors share. Google ends a script without notice, so the head has a hash: a text
 * that was cut off reads as empty, which is damaged. All properties are read at once, when this is created.
 */
export function createDocumentTexts(): Required<TableBook["settings"]> {
  const properties = PropertiesService.getDocumentProperties();
  const all: Record<string, string> = properties.getProperties();
  const partsHeld = (name: string): number => Number(/^\d+/.exec(all[name] ?? "")?.[0] ?? 0);
  const sizeOf = (name: string): number =>
    Object.entries(all).reduce((n, [key, value]) => (key === name || key.startsWith(`${name}/`) ? n + utf8Bytes(key) + utf8Bytes(value) : n), 0);
  return {
    read: (name) => {
      const head = all[name];
      if (head === undefined) return undefined;
      const text = Array.from({ length: partsHeld(name) }, (_, i) => all[partName(name, i)] ?? "").join("");
      return headOf(text, partsHeld(name)) === head ? text : "";
    },
    write: (name, text) => {
      const held = partsHeld(name);
      const parts = text === undefined ? [] : textParts(ascii(text), PART);
      if (text !== undefined) {
        const values = { ...Object.fromEntries(parts.map((part, i) => [partName(name, i), part])), [name]: headOf(parts.join(""), parts.length) };
        properties.setProperties(values);
        Object.assign(all, values);
      }
      const stale = Array.from({ length: Math.max(0, held - parts.length) }, (_, i) => partName(name, parts.length + i));
      for (const key of text === undefined ? [name, ...stale] : stale) {
        properties.deleteProperty(key);
        delete all[key];
      }
    },
    hasRoom: (name, text) => {
      const others = Object.entries(all).reduce((n, [key, value]) => n + utf8Bytes(key) + utf8Bytes(value), 0) - sizeOf(name);
      const own = ascii(text).length;
      return others + own + Math.ceil(own / PART) * (name.length + 10) <= MOST;
    },
  };
}
