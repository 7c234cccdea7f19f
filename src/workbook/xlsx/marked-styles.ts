import { largest } from "../../contract/lists";
import { markedFormat } from "./marked-format";
import { BUILT_IN_FORMATS } from "./number-formats";
import { readXml } from "./read-xml";
import { edited, prefixOf, withAttribute, withoutAttribute, type Edit, type Span } from "./xml-edits";
import { escapeXml } from "./xml-text";

/** Styles of a file without a styles part. */
export const stylesXml = (namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>` +
  `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`;

/** True if a styles part has no styles. */
export function hasNoStyles(xml: string, where: string): boolean {
  let elements = 0;
  readXml(xml, where, { open: () => void elements++ });
  return elements === 1;
}

/** Own formats have higher numbers. */
const LAST_BUILT_IN = 163;

/** A style whose format also shows the word. */
export interface Marked {
  readonly style: number;
  readonly format: string;
  /** Width of its digits, as a multiple of the standard font's. */
  readonly scale: number;
}

interface MarkedStyles {
  /** A style like this one that shows a date; undefined if this one has a format of its own. */
  dated(style: number): number | undefined;
  /** A style like this one that also shows the word; undefined if that cannot be made. */
  marked(style: number, isText: boolean): Marked | undefined;
  xml(): string;
}

/** Bold digits are wider. */
const BOLD = 1.1;

/** The format of a date in the order of the user's system. */
const DATE = 14;

/** Adds styles to a styles part. Its other styles and their numbers stay. */
export function createMarkedStyles(xml: string, where: string, word = ""): MarkedStyles {
  const formats = new Map<number, string>(Object.entries(BUILT_IN_FORMATS).map(([id, format]) => [Number(id), format]));
  const fonts: { size: number | undefined; isBold: boolean }[] = [];
  const xfs: (Span & { readonly tag: Span; readonly format: number; readonly font: number })[] = [];
  const path: string[] = [];
  let root: Span = { start: 0, end: 0 };
  let lists: Readonly<Record<string, Span>> = {};
  let ends: Readonly<Record<string, number>> = {};
  let xf: { readonly tag: Span; readonly format: number; readonly font: number } | undefined;
  readXml(xml, where, {
    open: (name, a, start, end) => {
      path.push(name);
      if (path.length === 1) root = { start, end };
      else if (path.length === 2) lists = { ...lists, [name]: { start, end } };
      else if (path[1] === "numFmts" && name === "numFmt") formats.set(Number(a["numFmtId"]), a["formatCode"] ?? "");
      else if (path[1] === "fonts" && path.length === 3) fonts.push({ size: undefined, isBold: false });
      else if (path[1] === "fonts" && path.length === 4) {
        const font = fonts.at(-1);
        if (font && name === "sz") font.size = Number(a["val"]);
        else if (font && name === "b") font.isBold = !/^(?:0|false)$/.test(a["val"] ?? "");
      } else if (path[1] === "cellXfs" && path.length === 3 && name === "xf")
        xf = { tag: { start, end }, format: Number(a["numFmtId"] ?? 0), font: Number(a["fontId"] ?? 0) };
    },
    close: (name, start, end) => {
      path.pop();
      if (path.length === 1) ends = { ...ends, [name]: start };
      else if (xf && path.length === 2 && path[1] === "cellXfs") {
        xfs.push({ ...xf, start: xf.tag.start, end });
        xf = undefined;
      }
    },
  });
  const p = prefixOf(xml.slice(root.start, root.end));
  const newFormats = new Map<string, number>();
  const newXfs: string[] = [];
  const known = new Map<string, Marked | undefined>();
  const dates = new Map<number, number>();
  let lastFormat = largest(formats.keys(), LAST_BUILT_IN);

  function scaleOf(font: number): number {
    const own = fonts[font];
    const sizes = (own?.size ?? 1) / (own?.size === undefined ? 1 : (fonts[0]?.size ?? own.size));
    return Math.max(1, sizes) * (own?.isBold ? BOLD : 1);
  }
  const withFormat = ({ start, end }: Span, id: number): string =>
    withAttribute(withAttribute(xml.slice(start, end), "numFmtId", String(id)), "applyNumberFormat", "1");
  function made(style: number, isText: boolean): Marked | undefined {
    const like = xfs[style];
    const format = like?.format === 0 ? "" : formats.get(like?.format ?? -1);
    // A format of another language is known by its number only.
    if (!like || format === undefined) return undefined;
    const code = markedFormat(format, isText, word);
    let id = newFormats.get(code);
    if (id === undefined) newFormats.set(code, (id = ++lastFormat));
    const open = withFormat(like.tag, id);
    const content = xml.slice(like.tag.end, like.end);
    newXfs.push(isText ? open + content : shrunk(open, content));
    return { style: xfs.length + newXfs.length - 1, format: code, scale: scaleOf(like.font) };
  }
  /** A number that does not fit its column would show as #####. */
  function shrunk(open: string, content: string): string {
    const tag = withAttribute(open, "applyAlignment", "1");
    if (tag.endsWith("/>")) return `${tag.replace(/\s*\/>$/, ">")}<${p}alignment shrinkToFit="1"/></${p}xf>`;
    const alignment = /<(?:\w+:)?alignment\b[^<>]*>/.exec(content)?.[0];
    if (alignment === undefined) return `${tag}<${p}alignment shrinkToFit="1"/>${content}`;
    return tag + content.replace(alignment, () => withoutAttribute(withAttribute(alignment, "shrinkToFit", "1"), "wrapText"));
  }
  return {
    dated: (style) => {
      const like = xfs[style];
      if (like?.format !== 0) return undefined;
      const added = dates.get(style) ?? xfs.length + newXfs.push(withFormat(like.tag, DATE) + xml.slice(like.tag.end, like.end)) - 1;
      dates.set(style, added);
      return added;
    },
    marked: (style, isText) => {
      const key = `${style} ${isText}`;
      if (!known.has(key)) known.set(key, made(style, isText));
      return known.get(key);
    },
    xml: () => {
      const edits: Edit[] = [];
      const longer = (list: string, before: number, items: readonly string[]): void => {
        const tag = lists[list];
        if (!tag || items.length === 0) return;
        const open = withAttribute(xml.slice(tag.start, tag.end), "count", String(before + items.length));
        if (open.endsWith("/>")) edits.push({ ...tag, text: `${open.replace(/\s*\/>$/, ">")}${items.join("")}</${p}${list}>` });
        else edits.push({ ...tag, text: open }, { start: ends[list]!, end: ends[list]!, text: items.join("") });
      };
      const numbers = [...newFormats].map(([code, id]) => `<${p}numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
      const own = lists["numFmts"] ? [...xml.slice(lists["numFmts"].end, ends["numFmts"]).matchAll(/<(?:\w+:)?numFmt\s/g)].length : 0;
      if (lists["numFmts"]) longer("numFmts", own, numbers);
      else if (numbers.length > 0)
        edits.push({ start: root.end, end: root.end, text: `<${p}numFmts count="${numbers.length}">${numbers.join("")}</${p}numFmts>` });
      longer("cellXfs", xfs.length, newXfs);
      return edited(xml, edits);
    },
  };
}
