import type { BookCell, CellStyle } from "../book";
import type { FormatLook } from "../conditional-format";
import { lookXml } from "./formats/format-looks";
import { rgbOf, sideXml, solidFill } from "./changed-styles";
import { BUILT_IN_FORMATS } from "./number-formats";
import { escapeXml } from "./xml-edits";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** Smaller numbers are built-in formats. */
const FIRST_OWN_FORMAT = 164;

/** Collects texts, each once, in order of first use. */
function collection(first: readonly string[]): { readonly list: string[]; readonly index: (xml: string) => number } {
  const list = [...first];
  const known = new Map(list.map((xml, i) => [xml, i]));
  return {
    list,
    index: (xml) => {
      let at = known.get(xml);
      if (at === undefined) {
        at = list.push(xml) - 1;
        known.set(xml, at);
      }
      return at;
    },
  };
}

const NORMAL = `<sz val="11"/><name val="Calibri"/><family val="2"/>`;

function fontXml({ bold, italic, strike, underline, size, color }: CellStyle): string {
  const flags = `${bold ? "<b/>" : ""}${italic ? "<i/>" : ""}${strike ? "<strike/>" : ""}${underline ? "<u/>" : ""}`;
  return `<font>${flags}<sz val="${size ?? 11}"/>${color ? `<color ${rgbOf(color)}/>` : ""}<name val="Calibri"/><family val="2"/></font>`;
}

const fillXml = ({ fill }: CellStyle): string => (fill ? solidFill(fill) : `<fill><patternFill patternType="none"/></fill>`);

const borderXml = (style: CellStyle): string =>
  `<border>${(["left", "right", "top", "bottom"] as const).map((name) => sideXml(name, style[name])).join("")}<diagonal/></border>`;

function alignmentXml({ horizontal, vertical, wrap }: CellStyle): string {
  if (!horizontal && !vertical && !wrap) return "";
  return `<alignment${horizontal ? ` horizontal="${horizontal}"` : ""}${vertical ? ` vertical="${vertical}"` : ""}${wrap ? ` wrapText="1"` : ""}/>`;
}

/** Numbers the styles of cells, and writes the styles part. */
export function createStyles(): {
  readonly numberOf: (cell: Pick<BookCell, "format" | "style">) => number;
  readonly lookNumber: (look: FormatLook) => number;
  readonly xml: () => string;
} {
  const builtIn = new Map(Object.entries(BUILT_IN_FORMATS).map(([id, format]) => [format, Number(id)]));
  const formats = collection([]);
  const fonts = collection([`<font>${NORMAL}</font>`]);
  const fills = collection([`<fill><patternFill patternType="none"/></fill>`, `<fill><patternFill patternType="gray125"/></fill>`]);
  const borders = collection([borderXml({})]);
  const formatLooks = collection([]);
  const formatNumber = (format: string): number => builtIn.get(format) ?? FIRST_OWN_FORMAT + formats.index(format);
  const looks = collection([`<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`]);

  return {
    numberOf: ({ format, style = {} }) => {
      const numFmt = format === undefined ? 0 : formatNumber(format);
      const [font, fill, border] = [fonts.index(fontXml(style)), fills.index(fillXml(style)), borders.index(borderXml(style))];
      const alignment = alignmentXml(style);
      const applied = [
        numFmt ? ` applyNumberFormat="1"` : "",
        font ? ` applyFont="1"` : "",
        fill ? ` applyFill="1"` : "",
        border ? ` applyBorder="1"` : "",
        alignment ? ` applyAlignment="1"` : "",
      ].join("");
      const open = `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${applied}`;
      return looks.index(alignment ? `${open}>${alignment}</xf>` : `${open}/>`);
    },
    lookNumber: (look) => formatLooks.index(lookXml(look, formatNumber)),
    xml: () => {
      const list = (name: string, items: readonly string[]): string => `<${name} count="${items.length}">${items.join("")}</${name}>`;
      const numFmts = formats.list.map((format, i) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + i}" formatCode="${escapeXml(format)}"/>`);
      return (
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${MAIN}">` +
        (numFmts.length > 0 ? list("numFmts", numFmts) : "") +
        list("fonts", fonts.list) +
        list("fills", fills.list) +
        list("borders", borders.list) +
        list("cellStyleXfs", [`<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`]) +
        list("cellXfs", looks.list) +
        list("cellStyles", [`<cellStyle name="Normal" xfId="0" builtinId="0"/>`]) +
        (formatLooks.list.length > 0 ? list("dxfs", formatLooks.list) : `<dxfs count="0"/>`) +
        `<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`
      );
    },
  };
}
