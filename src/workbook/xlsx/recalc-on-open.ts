import { withContents } from "./edit-package";
import { partNamed, workbookPart } from "./package-parts";
import { isTrue, xmlText, elementsInText } from "./read-xml";
import { repacked, unpack, type Parts } from "./unpack";
import { edited, prefixOf, withAttribute } from "./xml-edits";

/** What may follow `calcPr` in a workbook. Excel refuses another order. */
export const AFTER_CALCULATION: readonly string[] =
  "oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst".split(" ");

/** `recalcOnOpen` of an unpacked file. */
export function recalculated(parts: Parts, workbook: string): Parts {
  const xml = xmlText(partNamed(parts, workbook)!);
  const [root, ...children] = elementsInText(xml, workbook, (_, depth) => depth <= 2);
  const calculation = children.filter(({ name }) => name === "calcPr").at(-1);
  if (isTrue(calculation?.attributes["fullCalcOnLoad"])) return parts;
  const place = children.find(({ name }) => AFTER_CALCULATION.includes(name))?.start ?? root!.close;
  const edit = calculation
    ? { ...calculation.tag, text: withAttribute(xml.slice(calculation.start, calculation.tag.end), "fullCalcOnLoad", "1") }
    : { start: place, end: place, text: `<${prefixOf(xml.slice(root!.start))}calcPr fullCalcOnLoad="1"/>` };
  return withContents(parts, new Map([[workbook, edited(xml, [edit])]]));
}

/**
 * Marks an .xlsx file so that Excel calculates every formula when it opens the book: sets `fullCalcOnLoad` in its workbook part, and changes nothing else. Returns
 * the same file if it is marked already. Throws a `FileRefusal` for unreadable files.
 */
export function recalcOnOpen(file: Uint8Array): Uint8Array {
  const parts = unpack(file);
  return repacked(file, parts, recalculated(parts, workbookPart(parts)));
}
