import { markedFormat } from "./number-formats";
import { attributeOf } from "./edit-package";
import type { StylesPart } from "./styles-part";
import { openingTag, withAttribute, withoutAttribute, withContent } from "./xml-edits";

/** A style whose format also shows the word. */
export interface Marked {
  readonly style: number;
  readonly format: string;
  /** Width of its digits, as a multiple of the standard font's. */
  readonly scale: number;
}

/** Bold digits are wider. */
const BOLD = 1.1;

/** Size and weight of a font as it is written. */
function fontOf(xml: string | undefined): { readonly size: number | undefined; readonly isBold: boolean } {
  const tag = (name: string): string | undefined => new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^<>]*>`).exec(xml ?? "")?.[0];
  const [size, bold] = [tag("sz"), tag("b")];
  return {
    size: size === undefined ? undefined : Number(attributeOf(size, "val")),
    isBold: bold !== undefined && !/\sval\s*=\s*["'](?:0|false)["']/.test(bold),
  };
}

/** The format of a date in the order of the user's system. */
const DATE = 14;

const withFormat = (tag: string, id: number): string => withAttribute(withAttribute(tag, "numFmtId", String(id)), "applyNumberFormat", "1");

/** A style like this one that shows a date; undefined if this one has a format of its own. */
export function datedStyle(styles: StylesPart, style: number): number | undefined {
  const like = styles.item("cellXfs", style);
  const tag = openingTag(like ?? "");
  if (like === undefined || tag === undefined || Number(attributeOf(tag, "numFmtId") ?? 0) !== 0) return undefined;
  return styles.add("cellXfs", withFormat(tag, DATE) + like.slice(tag.length));
}

/** Makes styles like others that also show a word; undefined if that cannot be made. */
export function createMarkedStyles(styles: StylesPart, word: string): (style: number, isText: boolean) => Marked | undefined {
  const known = new Map<string, Marked | undefined>();
  const p = styles.prefix;

  function scaleOf(font: number): number {
    const [own, standard] = [fontOf(styles.item("fonts", font)), fontOf(styles.item("fonts", 0))];
    const sizes = (own.size ?? 1) / (own.size === undefined ? 1 : (standard.size ?? own.size));
    return Math.max(1, sizes) * (own.isBold ? BOLD : 1);
  }
  function made(style: number, isText: boolean): Marked | undefined {
    const like = styles.item("cellXfs", style);
    const tag = openingTag(like ?? "");
    const format = tag === undefined ? undefined : styles.format(Number(attributeOf(tag, "numFmtId") ?? 0));
    // A format of another language is known by its number only.
    if (like === undefined || tag === undefined || format === undefined) return undefined;
    const code = markedFormat(format, isText, word);
    const open = withFormat(tag, styles.formatNumber(code));
    const content = like.slice(tag.length);
    return {
      style: styles.add("cellXfs", isText ? open + content : shrunk(open, content)),
      format: code,
      scale: scaleOf(Number(attributeOf(tag, "fontId") ?? 0)),
    };
  }
  /** A number that does not fit its column would show as #####. */
  function shrunk(open: string, content: string): string {
    const tag = withAttribute(open, "applyAlignment", "1");
    if (tag.endsWith("/>")) return withContent(tag, `<${p}alignment shrinkToFit="1"/>`);
    const alignment = /<(?:\w+:)?alignment\b[^<>]*>/.exec(content)?.[0];
    if (alignment === undefined) return `${tag}<${p}alignment shrinkToFit="1"/>${content}`;
    return tag + content.replace(alignment, () => withoutAttribute(withAttribute(alignment, "shrinkToFit", "1"), "wrapText"));
  }
  return (style, isText) => {
    const key = `${style} ${isText}`;
    if (!known.has(key)) known.set(key, made(style, isText));
    return known.get(key);
  };
}
