import { readXml } from "../read-xml";
import { edited, prefixOf } from "../xml-edits";

/** The elements of a sheet in the order that Excel requires. */
const ORDER =
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
    " ",
  );

/** A sheet's text with another element of this name, in its place; without it if `write` returns nothing. */
export function withElement(xml: string, where: string, name: string, write: (prefix: string, before: string) => string): string {
  const place = ORDER.indexOf(name);
  let [depth, prefix, end] = [0, "", 0];
  let found: { start: number; end: number } | undefined;
  let next: number | undefined;
  readXml(xml, where, {
    open: (element, _, start, stop) => {
      if (++depth === 1) prefix = prefixOf(xml.slice(start, stop));
      else if (depth === 2 && element === name) found ??= { start, end: stop };
      else if (depth === 2 && ORDER.indexOf(element) > place) next ??= start;
    },
    close: (element, start, stop) => {
      if (depth === 2 && element === name && found && found.end <= stop && next === undefined) found = { start: found.start, end: stop };
      if (--depth === 0) end = start;
    },
  });
  const text = write(prefix, found ? xml.slice(found.start, found.end) : "");
  if (found) return edited(xml, [{ ...found, text }]);
  return text === "" ? xml : edited(xml, [{ start: next ?? end, end: next ?? end, text }]);
}

/** Where an element of a sheet goes, in a sheet that does not have it. */
export function placeOfElement(xml: string, where: string, name: string): number {
  const place = ORDER.indexOf(name);
  let depth = 0;
  let [next, end]: [number | undefined, number] = [undefined, 0];
  readXml(xml, where, {
    open: (element, _, start) => {
      if (++depth === 2 && ORDER.indexOf(element) > place) next ??= start;
    },
    close: (_, start) => {
      if (--depth === 0) end = start;
    },
  });
  return next ?? end;
}
