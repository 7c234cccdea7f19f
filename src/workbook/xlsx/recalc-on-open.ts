import { withContents } from "./edit-package";
import { partNamed, workbookPart } from "./package-parts";
import { isTrue, readXml, xmlText } from "./read-xml";
import { repacked, unpack, type Parts } from "./unpack";
import { edited, prefixOf, withAttribute, type Span } from "./xml-edits";

/** What may follow `calcPr` in a workbook. Excel refuses another order. */
export const AFTER_CALCULATION: readonly string[] =
  "oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst".split(" ");

/** `recalcOnOpen` of an unpacked file. */
export function recalculated(parts: Parts, workbook: string): Parts {
  const xml = xmlText(partNamed(parts, workbook)!);
  let calculation: (Span & { readonly marked: boolean }) | undefined;
  let after: number | undefined;
  let end = xml.length;
  let depth = 0;
  readXml(xml, workbook, {
    open: (name, a, start, stop) => {
      if (++depth !== 2) return;
      if (name === "calcPr") calculation = { start, end: stop, marked: isTrue(a["fullCalcOnLoad"]) };
      else if (AFTER_CALCULATION.includes(name)) after ??= start;
    },
    close: (_, start) => {
      if (--depth === 0) end = start;
    },
  });
  if (calculation?.marked) return parts;
  const prefix = prefixOf(xml.slice(xml.search(/<[^?!]/)));
  const place = after ?? end;
  const edit = calculation
    ? { ...calculation, text: withAttribute(xml.slice(calculation.start, calculation.end), "fullCalcOnLoad", "1") }
    : { start: place, end: place, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` };
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
