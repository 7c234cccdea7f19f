import { wordsIn } from "../../../contract/text";
import { elementsInText } from "../read-xml";
import { edited, prefixOf } from "../xml-edits";

/** The elements of a sheet in the order that Excel requires. */
const ORDER = wordsIn(`
  sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate
  customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks
  colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls
  webPublishItems tableParts extLst`);

/** An element of a sheet, and where one of this name goes in a sheet without it. */
function placeIn(xml: string, where: string, name: string) {
  const place = ORDER.indexOf(name);
  const [root, ...children] = elementsInText(xml, where, (_, depth) => depth <= 2);
  const next = children.find((one) => ORDER.indexOf(one.name) > place)?.start ?? root!.close;
  const found = children.find((one) => one.name === name);
  // Conditional formats have an element for each of their areas.
  const last = children.filter((one) => one.name === name && one.start < next).at(-1);
  return { prefix: prefixOf(xml.slice(root!.start)), next, found: found && { start: found.start, end: last?.end ?? found.end } };
}

/** A sheet's text with another element of this name, in its place; without it if `write` returns nothing. */
export function withElement(xml: string, where: string, name: string, write: (prefix: string, before: string) => string): string {
  const { prefix, next, found } = placeIn(xml, where, name);
  const text = write(prefix, found ? xml.slice(found.start, found.end) : "");
  if (found) return edited(xml, [{ ...found, text }]);
  return text === "" ? xml : edited(xml, [{ start: next, end: next, text }]);
}

/** Where an element of a sheet goes, in a sheet that does not have it. */
export const placeOfElement = (xml: string, where: string, name: string): number => placeIn(xml, where, name).next;
