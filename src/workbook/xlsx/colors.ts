import { readXml, xmlText, type Attributes } from "./read-xml";
import type { Color } from "../book";

/** Excel's default for the first 64 numbered colours. */
const BASIC = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF".split(" ");
const NUMBERED = [
  ...BASIC,
  ...BASIC,
  ..."800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF".split(" "),
  ..."000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99".split(" "),
  ..."3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333".split(" "),
];

/** Applies Excel's tint to the lightness: positive towards white, negative towards black. */
function tinted(hex: string, tint: number): string {
  const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as [number, number, number];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const l = (max + min) / 2;
  const d = max - min;
  const s = d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1));
  const h = d === 0 ? 0 : max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  const light = tint < 0 ? l * (1 + tint) : l * (1 - tint) + tint;
  const c = (1 - Math.abs(2 * light - 1)) * s;
  const x = c * (1 - Math.abs((h % 2) - 1));
  const m = light - c / 2;
  const rgb = h < 1 ? [c, x, 0] : h < 2 ? [x, c, 0] : h < 3 ? [0, c, x] : h < 4 ? [0, x, c] : h < 5 ? [x, 0, c] : [c, 0, x];
  return rgb
    .map((v) =>
      Math.round((v + m) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
}

/** Reads a colour: direct, by number, or from the theme with a tint. Undefined for the application's default. */
export function colorOf(a: Attributes, theme: readonly string[]): Color | undefined {
  const named = (hex: string | undefined): Color | undefined => {
    if (hex === undefined || !/^[0-9a-f]{6}$/i.test(hex)) return undefined;
    const tint = Number(a["tint"] ?? 0);
    return `#${(tint === 0 || !Number.isFinite(tint) ? hex : tinted(hex, tint)).toUpperCase()}`;
  };
  if (a["rgb"] !== undefined) return named(a["rgb"].slice(-6));
  if (a["theme"] !== undefined) return named(theme[Number(a["theme"])]);
  return a["indexed"] === undefined ? undefined : named(NUMBERED[Number(a["indexed"])]);
}

/** Cells number the theme's colours in another order than the theme: light before dark. */
const ORDER = ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"];

/** The theme's colours in the cells' order, without `#`; empty without a theme. */
export function readTheme(part: Uint8Array | undefined): string[] {
  if (!part) return [];
  const colors: Record<string, string> = {};
  let slot: string | undefined;
  readXml(xmlText(part), "the theme", {
    open: (name, a) => {
      const word = name.replace(/^.*:/, "");
      if (ORDER.includes(word)) slot = word;
      else if (slot && colors[slot] === undefined) {
        const hex = word === "srgbClr" ? a["val"] : word === "sysClr" ? a["lastClr"] : undefined;
        if (hex) colors[slot] = hex;
      }
    },
    close: (name) => {
      if (name.replace(/^.*:/, "") === slot) slot = undefined;
    },
  });
  return ORDER.map((name) => colors[name] ?? "");
}
