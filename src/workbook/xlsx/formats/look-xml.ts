import type { FormatLook } from "../../conditional-format";
import { rgbOf, sideXml } from "../changed-styles";
import { escapeXml } from "../xml-text";

const FLAGS = [
  ["b", "bold"],
  ["i", "italic"],
  ["strike", "strike"],
  ["u", "underline"],
] as const;

/**
 * A look as a `dxf`, as Excel writes it, so that equal looks have equal texts.
 *
 * @param formatNumber the number of a number format
 */
export function lookXml(look: FormatLook, formatNumber: (format: string) => number, p = ""): string {
  const flags = FLAGS.map(([name, flag]) =>
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
