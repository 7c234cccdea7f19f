import type { Line } from "../../book";
import type { FormatLook } from "../../conditional-format";
import { colorOf } from "../colors";
import { LINES } from "../read-styles";
import { readXml, xmlText, type Attributes } from "../read-xml";

type Loose = { -readonly [K in keyof FormatLook]: FormatLook[K] };

const FLAGS: Readonly<Record<string, "bold" | "italic" | "underline" | "strike">> = { b: "bold", i: "italic", u: "underline", strike: "strike" };
const isOn = (a: Attributes): boolean => !/^(?:0|false|none)$/.test(a["val"] ?? "1");
type Side = "top" | "right" | "bottom" | "left";
const sideOf = (name: string | undefined): Side | undefined => {
  const side = name === "start" ? "left" : name === "end" ? "right" : name;
  return side === "top" || side === "right" || side === "bottom" || side === "left" ? side : undefined;
};

/** Reads the look of one `dxf` from its elements. */
export interface LookReader {
  /** @param path the names of the element and of those around it within the `dxf` */
  readonly open: (path: readonly string[], a: Attributes) => void;
  readonly look: () => FormatLook | undefined;
}

/** Reads a look. In a `dxf` the colour of a plain fill is that of its background. */
export function createLookReader(theme: readonly string[]): LookReader {
  const look: Loose = {};
  let pattern = "solid";
  return {
    open: ([part, name, inner], a) => {
      const color = colorOf(a, theme);
      if (part === "numFmt" && name === undefined && a["formatCode"]) look.format = a["formatCode"];
      else if (part === "font" && name !== undefined) {
        const flag = FLAGS[name];
        if (flag) look[flag] = isOn(a);
        else if (name === "color" && color) look.color = color;
      } else if (part === "fill" && name === "patternFill") {
        if (inner === undefined) pattern = a["patternType"] ?? "solid";
        else if (inner === "bgColor" && color && pattern !== "none") look.fill = color;
      } else if (part === "border") {
        const side = sideOf(name);
        if (!side) return;
        const style: Line["style"] | undefined = LINES.get(a["style"] ?? "none");
        if (inner === undefined && style) look[side] = { style };
        else if (inner === "color" && color && look[side]) look[side] = { ...look[side], color };
      }
    },
    look: () => (Object.keys(look).length > 0 ? look : undefined),
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
