import type { FormatLook } from "../../conditional-format";
import { rgbOf, sideXml } from "../changed-styles";
import { escapeXml } from "../xml-edits";
import { addLine, colorOf, FONT_FLAGS, isOn } from "../read/read-styles";
import type { StylesPart } from "../styles-part";
import { readXml, xmlText, type Attributes } from "../read-xml";

type Loose = { -readonly [K in keyof FormatLook]: FormatLook[K] };

export type LookReader = ReturnType<typeof createLookReader>;

/** Reads the look of one `dxf` from its elements. In a `dxf` the colour of a plain fill is that of its background. */
export function createLookReader(theme: readonly string[]) {
  const look: Loose = {};
  let pattern = "solid";
  return {
    /** @param path the names of the element and of those around it within the `dxf` */
    open: ([part, name, inner]: readonly string[], a: Attributes): void => {
      const color = colorOf(a, theme);
      if (part === "numFmt" && name === undefined && a["formatCode"]) look.format = a["formatCode"];
      else if (part === "font" && name !== undefined) {
        const flag = FONT_FLAGS.find(([element]) => element === name)?.[1];
        if (flag) look[flag] = isOn(a);
        else if (name === "color" && color) look.color = color;
      } else if (part === "fill" && name === "patternFill") {
        if (inner === undefined) pattern = a["patternType"] ?? "solid";
        else if (inner === "bgColor" && color && pattern !== "none") look.fill = color;
      } else if (part === "border") addLine(look, name, inner, a, theme);
    },
    look: (): FormatLook | undefined => (Object.keys(look).length > 0 ? look : undefined),
  };
}

/** The looks of conditional formats in a styles part, in order. */
export function readFormatLooks(part: Uint8Array | undefined, theme: readonly string[]): (FormatLook | undefined)[] {
  const text = part ? xmlText(part) : "";
  if (!text.includes("dxf")) return [];
  const looks: LookReader[] = [];
  const path: string[] = [];
  readXml(text, "of its styles", {
    open: (name, a) => {
      path.push(name);
      if (path[1] !== "dxfs" || path[2] !== "dxf") return;
      if (path.length === 3) looks.push(createLookReader(theme));
      else looks.at(-1)!.open(path.slice(3), a);
    },
    close: () => void path.pop(),
  });
  return looks.map(({ look }) => look());
}

/**
 * A look as a `dxf`, as Excel writes it, so that equal looks have equal texts.
 *
 * @param formatNumber the number of a number format
 */
function lookXml(look: FormatLook, formatNumber: (format: string) => number, p = ""): string {
  const flags = FONT_FLAGS.map(([name, flag]) =>
    look[flag] === undefined ? "" : look[flag] ? `<${p}${name}/>` : `<${p}${name} val="${name === "u" ? "none" : "0"}"/>`,
  ).join("");
  const color = look.color ? `<${p}color ${rgbOf(look.color)}/>` : "";
  const sides = (["left", "right", "top", "bottom"] as const).map((side) => (look[side] ? sideXml(side, look[side], p) : "")).join("");
  return [
    `<${p}dxf>`,
    flags + color === "" ? "" : `<${p}font>${flags}${color}</${p}font>`,
    look.format === undefined ? "" : `<${p}numFmt numFmtId="${formatNumber(look.format)}" formatCode="${escapeXml(look.format)}"/>`,
    look.fill ? `<${p}fill><${p}patternFill><${p}bgColor ${rgbOf(look.fill)}/></${p}patternFill></${p}fill>` : "",
    sides === "" ? "" : `<${p}border>${sides}</${p}border>`,
    `</${p}dxf>`,
  ].join("");
}

/** The number of a look in a styles part, which gets it if it does not have it. */
export const lookNumber = (styles: StylesPart, look: FormatLook): number => styles.add("dxfs", lookXml(look, styles.formatNumber, styles.prefix));
