import { largest } from "../../contract/lists";
import { mainNamespace, withPart, withText } from "./edit-package";
import { BUILT_IN_FORMATS } from "./number-formats";
import { relatedPart } from "./package-parts";
import { elementsInText, type Span, xmlText } from "./read-xml";
import type { Parts } from "./unpack";
import { type Edit, edited, escapeXml, prefixOf, withAttribute, withContent } from "./xml-edits";

/** Own formats have higher numbers. */
const LAST_BUILT_IN = 163;

/** The lists of a styles part that can grow. */
const LISTS = ["fonts", "fills", "borders", "cellXfs", "dxfs"] as const;
/** Elements that follow the looks of conditional formats. */
const AFTER_LOOKS = ["tableStyles", "colors", "extLst"];
export type StyleList = (typeof LISTS)[number];
const isStyleList = (name: string): name is StyleList => (LISTS as readonly string[]).includes(name);

/** A part with one style, the standard one. */
const stylesXml = (namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}">` +
  `<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
  `<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>` +
  `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/>` +
  `<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`;

/** True if a styles part has no styles. */
const hasNoStyles = (xml: string, where: string): boolean => elementsInText(xml, where, () => true).length === 1;

/** Opens the styles of a workbook; a file without them gets a part with one style. Returns the parts with that, and the part's name. */
export function stylesOf(parts: Parts, workbook: string): { readonly parts: Parts; readonly part: string; readonly styles: StylesPart } {
  const none = stylesXml(mainNamespace(parts, workbook));
  const isStyled = relatedPart(parts, workbook, "styles") !== undefined;
  const styled = isStyled ? parts : withPart(parts, workbook, "styles", none).parts;
  const { name: part, bytes } = relatedPart(styled, workbook, "styles")!;
  const xml = xmlText(bytes);
  return { parts: styled, part, styles: createStylesPart(hasNoStyles(xml, part) ? none : xml, part) };
}

/** The parts with the styles that were added; the same parts if none were. */
export const withStyles = (parts: Parts, part: string, styles: StylesPart): Parts => withText(parts, part, styles.xml);

export type StylesPart = ReturnType<typeof createStylesPart>;

/** A styles part, to which styles can be added. Its own styles and their numbers stay. */
function createStylesPart(xml: string, where: string) {
  const formats = new Map<number, string>(Object.entries(BUILT_IN_FORMATS).map(([id, format]) => [Number(id), format]));
  const items: Record<StyleList, string[]> = { fonts: [], fills: [], borders: [], cellXfs: [], dxfs: [] };
  const lists = new Map<string, { readonly tag: Span; readonly end: number; count: number }>();
  let list = "";
  const [root, ...elements] = elementsInText(xml, where, (_, depth) => depth <= 3);
  for (const { name, attributes: a, depth, tag, start, close, end } of elements)
    if (depth === 2) {
      list = name;
      lists.set(name, { tag, end: close, count: 0 });
    } else {
      lists.get(list)!.count++;
      if (isStyleList(list)) items[list].push(xml.slice(start, end));
      if (list === "numFmts" && name === "numFmt") formats.set(Number(a["numFmtId"]), a["formatCode"] ?? "");
    }
  const afterLooks = elements.find(({ name, depth }) => depth === 2 && AFTER_LOOKS.includes(name))?.start ?? root!.close;
  const p = prefixOf(xml.slice(root!.start));
  const own = Object.fromEntries(LISTS.map((list) => [list, items[list].length])) as Record<StyleList, number>;
  const newFormats = new Map<string, number>();
  let lastFormat = largest(formats.keys(), LAST_BUILT_IN);

  return {
    /** The namespace prefix of its elements, with its colon. */
    prefix: p,
    /** An item of a list as it is written, also an added one; undefined if the list does not have it. */
    item: (list: StyleList, index: number): string | undefined => items[list][index],
    /** Adds an item to a list, unless it was added before, or the file has the same look of conditional formats. Returns its number. */
    add: (list: StyleList, item: string): number => {
      const known = items[list].indexOf(item, list === "dxfs" ? 0 : own[list]);
      return known >= 0 ? known : items[list].push(item) - 1;
    },
    /** The code of a number format; undefined for one that is known by its number only. */
    format: (id: number): string | undefined => (id === 0 ? "" : formats.get(id)),
    /** The number of a number format with this code. */
    formatNumber: (code: string): number => {
      if (/^(?:General)?$/i.test(code)) return 0;
      const known = newFormats.get(code) ?? [...formats].find(([, format]) => format === code)?.[0];
      if (known !== undefined) return known;
      newFormats.set(code, ++lastFormat);
      return lastFormat;
    },
    /** The part with what was added; the same text if that is nothing. */
    xml: (): string => {
      const edits: Edit[] = [];
      const longer = (name: string, more: readonly string[]): void => {
        const list = lists.get(name);
        if (!list && name === "dxfs" && more.length > 0) {
          edits.push({ start: afterLooks, end: afterLooks, text: `<${p}dxfs count="${more.length}">${more.join("")}</${p}dxfs>` });
        }
        if (!list || more.length === 0) return;
        const open = withAttribute(xml.slice(list.tag.start, list.tag.end), "count", String(list.count + more.length));
        if (open.endsWith("/>")) edits.push({ ...list.tag, text: withContent(open, more.join("")) });
        else edits.push({ ...list.tag, text: open }, { start: list.end, end: list.end, text: more.join("") });
      };
      const numbers = [...newFormats].map(([code, id]) => `<${p}numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
      if (lists.has("numFmts")) longer("numFmts", numbers);
      else if (numbers.length > 0)
        edits.push({ start: root!.tag.end, end: root!.tag.end, text: `<${p}numFmts count="${numbers.length}">${numbers.join("")}</${p}numFmts>` });
      for (const list of LISTS) longer(list, items[list].slice(own[list]));
      return edits.length > 0 ? edited(xml, edits) : xml;
    },
  };
}
