import { readXml, xmlText } from "./read-xml";

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
