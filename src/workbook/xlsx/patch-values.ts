import { datedStyle } from "./marked-styles";
import { partNamed, relationshipsOf, workbookPart, sheetParts } from "./package-parts";
import { patchSheet, type NewValue } from "./patch-sheet";
import { xmlPart, xmlText } from "./read-xml";
import { replaceParts, unpack } from "./unpack";
import { stylesOf } from "./styles-part";

/**
 * Writes values into cells of an .xlsx file, in place of their old ones. Only the elements of these cells change, and cells that an array newly fills are
 * added. A style is added for dates in cells that show no date. Every other part of the file stays byte for byte, also compressed. Returns the same file if
 * nothing changes. Throws a `FileRefusal` for unreadable files.
 *
 * @param values by sheet name; at most one for each cell, each one that `isWritable`
 */
export function patchValues(file: Uint8Array, values: ReadonlyMap<string, readonly NewValue[]>): Uint8Array {
  const parts = unpack(file);
  const changed = new Map<string, Uint8Array>();
  const workbook = workbookPart(parts);
  const hasDates = [...values.values()].some((changes) => changes.some(({ isDate }) => isDate));
  const hasStyles = relationshipsOf(parts, workbook).some(({ type, target }) => type === "styles" && partNamed(parts, target));
  const styled = hasDates && hasStyles ? stylesOf(parts, workbook) : undefined;
  const dated = (style: number): number => (styled && datedStyle(styled.styles, style)) ?? style;
  for (const { name, part } of sheetParts(parts, workbook)) {
    const changes = values.get(name);
    if (!changes || changes.length === 0) continue;
    const bytes = partNamed(parts, part)!;
    const xml = xmlText(bytes);
    const patched = patchSheet(xml, part, styled ? changes.map(({ isDate, ...change }) => (isDate ? { ...change, style: dated } : change)) : changes);
    if (patched !== xml) changed.set(part, xmlPart(patched, bytes, part));
  }
  if (styled) {
    const bytes = partNamed(parts, styled.part)!;
    const xml = styled.styles.xml();
    if (xml !== xmlText(bytes)) changed.set(styled.part, xmlPart(xml, bytes, styled.part));
  }
  return replaceParts(file, changed);
}
