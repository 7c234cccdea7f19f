import { attributeOf, emptyTags, withoutParts, withText } from "./edit-package";
import { relatedPart, workbookPart } from "./package-parts";
import { elementsInText, isTrue } from "./read-xml";
import { type Parts, repacked, unpack } from "./unpack";
import { edited, prefixOf, withAttribute } from "./xml-edits";

/** What may follow `calcPr` in a workbook. Excel refuses another order. */
export const AFTER_CALCULATION: readonly string[] =
  "oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst".split(" ");

/** `recalcOnOpen` of an unpacked file. */
export const recalculated = (parts: Parts, workbook: string): Parts =>
  withText(parts, workbook, (xml) => {
    const [root, ...children] = elementsInText(xml, workbook, (_, depth) => depth <= 2);
    const calculation = children.filter(({ name }) => name === "calcPr").at(-1);
    if (isTrue(calculation?.attributes["fullCalcOnLoad"])) return xml;
    const place = children.find(({ name }) => AFTER_CALCULATION.includes(name))?.start ?? root!.close;
    const edit = calculation
      ? { ...calculation.tag, text: withAttribute(xml.slice(calculation.start, calculation.tag.end), "fullCalcOnLoad", "1") }
      : { start: place, end: place, text: `<${prefixOf(xml.slice(root!.start))}calcPr fullCalcOnLoad="1"/>` };
    return edited(xml, [edit]);
  });

/**
 * Marks an .xlsx file so that Excel calculates every formula when it opens the book: sets `fullCalcOnLoad` in its workbook part, and changes nothing else. Returns
 * the same file if it is marked already. Throws a `FileRefusal` for unreadable files.
 */
export function recalcOnOpen(file: Uint8Array): Uint8Array {
  const parts = unpack(file);
  return repacked(file, parts, recalculated(parts, workbookPart(parts)));
}

/**
 * Removes cells from the calculation chain, which must not list cells without a formula: Excel then offers to repair the file. Removes the whole part if no cell
 * is left in it. Excel adds cells that are missing in it.
 *
 * @param cells references such as `B2` by the sheet's id, which is not its index
 */
export function withoutChainCells(parts: Parts, workbook: string, cells: ReadonlyMap<string, ReadonlySet<string>>): Parts {
  const chain = relatedPart(parts, workbook, "calcChain");
  if (!chain) return parts;
  let sheet = "0";
  let left = 0;
  let dropped = 0;
  // An entry without a sheet is on the sheet of the entry before it.
  let written: string | undefined;
  const leaveOut = (tag: string): string => {
    const own = attributeOf(tag, "i");
    sheet = own ?? sheet;
    if (cells.get(sheet)?.has(attributeOf(tag, "r") ?? "")) {
      dropped++;
      return "";
    }
    left++;
    const isStated = own !== undefined || written === sheet || (written === undefined && dropped === 0);
    written = sheet;
    return isStated ? tag : withAttribute(tag, "i", sheet);
  };
  const changed = withText(parts, chain.name, (xml) => xml.replace(emptyTags("c"), leaveOut));
  return dropped > 0 && left === 0 ? withoutParts(parts, [chain.name]) : changed;
}
