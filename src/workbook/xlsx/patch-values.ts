import { createMarkedStyles } from "./marked-styles";
import { partNamed, relationshipsOf, workbookPart } from "./package-parts";
import { patchSheet, type NewValue } from "./patch-sheet";
import { xmlPart, xmlText } from "./read-xml";
import { replaceParts } from "./replace-parts";
import { sheetParts } from "./sheet-parts";
import { unpack } from "./unpack";

/**
 * Writes values into cells of an .xlsx file, in place of their old ones. Only the elements of these cells change, and cells that an array newly fills are
 * added. A style is added for dates in cells that show no date. Every other part of the file stays byte for byte, also compressed. Returns the same file if nothing changes. Throws a `FileRefusal` for unreadable
 * files.
 *
 * @param values by sheet name; at most one for each cell, each one that `isWritable`
 */
export function patchValues(file: Uint8Array, values: ReadonlyMap<string, readonly NewValue[]>): Uint8Array {
  const parts = unpack(file);
  const changed = new Map<string, Uint8Array>();
  const workbook = workbookPart(parts);
  const stylesPart = relationshipsOf(parts, workbook).find(({ type }) => type === "styles")?.target;
  const styleBytes = stylesPart === undefined ? undefined : partNamed(parts, stylesPart);
  const hasDates = [...values.values()].some((changes) => changes.some(({ isDate }) => isDate));
  const styles = hasDates && styleBytes && stylesPart !== undefined ? createMarkedStyles(xmlText(styleBytes), stylesPart) : undefined;
  for (const { name, part } of sheetParts(parts, workbook)) {
    const changes = values.get(name);
    if (!changes || changes.length === 0) continue;
    const bytes = partNamed(parts, part)!;
    const xml = xmlText(bytes);
    const patched = patchSheet(xml, part, changes, styles?.dated);
    if (patched !== xml) changed.set(part, xmlPart(patched, bytes, part));
  }
  const styled = styles?.xml();
  if (styled !== undefined && styled !== xmlText(styleBytes!)) changed.set(stylesPart!, xmlPart(styled, styleBytes!, stylesPart!));
  return replaceParts(file, changed);
}
