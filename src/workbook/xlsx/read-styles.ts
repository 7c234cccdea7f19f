import type { CellStyle, Line } from "../book";
import { colorOf } from "./colors";
import { BUILT_IN_FORMATS } from "./number-formats";
import { isTrue, readXml, xmlText, type Attributes } from "./read-xml";

/** The meaning of a style number. */
export interface StyleMeaning {
  readonly format?: string;
  readonly style?: CellStyle;
}

type Loose<T> = { -readonly [K in keyof T]: T[K] };
type Look = Loose<CellStyle>;

export const LINES: ReadonlyMap<string, Line["style"]> = new Map(
  Object.entries({
    hair: "dotted",
    thin: "thin",
    medium: "medium",
    thick: "thick",
    dashed: "dashed",
    dotted: "dotted",
    double: "double",
    dashDot: "dashed",
    dashDotDot: "dashed",
    slantDashDot: "dashed",
    mediumDashed: "dashed",
    mediumDashDot: "dashed",
    mediumDashDotDot: "dashed",
  } as const),
);
const SIDES = ["top", "right", "bottom", "left"] as const;
type Side = (typeof SIDES)[number];
/** The side of a border that an element is for. Some files name the sides by the direction of reading. */
export const borderSideOf = (element: string | undefined): Side | undefined =>
  element === "start" ? "left" : element === "end" ? "right" : SIDES.find((side) => side === element);
export const isOn = (a: Attributes): boolean => !/^(?:0|false|none)$/.test(a["val"] ?? "1");

function alignment(a: Attributes): Look {
  const look: Look = {};
  const horizontal = a["horizontal"];
  if (horizontal === "left" || horizontal === "center" || horizontal === "right" || horizontal === "justify") look.horizontal = horizontal;
  else if (horizontal === "centerContinuous") look.horizontal = "center";
  if (a["vertical"] === "top" || a["vertical"] === "center") look.vertical = a["vertical"];
  if (isTrue(a["wrapText"])) look.wrap = true;
  return look;
}

/** A font without the properties of the first one, which is the workbook's default. */
function ownFont(font: Look, normal: Look = {}): Look {
  const rest = { ...font };
  if (rest.size === normal.size) delete rest.size;
  if (rest.color === normal.color || rest.color === "#000000") delete rest.color;
  return rest;
}

/** The meaning of each style number, in order; empty for a file without styles. */
export function readStyles(part: Uint8Array | undefined, theme: readonly string[]): StyleMeaning[] {
  if (!part) return [];
  const formats: Record<number, string> = { ...BUILT_IN_FORMATS };
  const fonts: Look[] = [];
  const fills: Look[] = [];
  const borders: Look[] = [];
  const looks: { xf: Attributes; alignment: Look }[] = [];
  const path: string[] = [];
  let side: Side | undefined;
  let pattern = "none";

  const font = (name: string, a: Attributes): void => {
    const look = fonts.at(-1)!;
    if (name === "b" && isOn(a)) look.bold = true;
    else if (name === "i" && isOn(a)) look.italic = true;
    else if (name === "u" && isOn(a)) look.underline = true;
    else if (name === "strike" && isOn(a)) look.strike = true;
    else if (name === "sz" && Number(a["val"]) > 0) look.size = Number(a["val"]);
    else if (name === "color") {
      const color = colorOf(a, theme);
      if (color) look.color = color;
    }
  };
  const fill = (name: string, a: Attributes): void => {
    if (name === "patternFill") pattern = a["patternType"] ?? "none";
    const color =
      pattern === "none" ? undefined : name === "fgColor" || (name === "bgColor" && fills.at(-1)!.fill === undefined) ? colorOf(a, theme) : undefined;
    if (color) fills.at(-1)!.fill = color;
  };
  const border = (name: string, a: Attributes): void => {
    const edge = borderSideOf(name);
    if (edge) {
      side = edge;
      const style = LINES.get(a["style"] ?? "none");
      if (style) borders.at(-1)![edge] = { style };
    } else if (name === "color" && side) {
      const color = colorOf(a, theme);
      const line = borders.at(-1)![side];
      if (color && line) borders.at(-1)![side] = { ...line, color };
    }
  };

  const begin = (list: Look[]) => (): void => void list.push({});

  readXml(xmlText(part), "of its styles", {
    open: (name, a) => {
      path.push(name);
      const [, list, item] = path;
      if (name === "numFmt" && list === "numFmts") formats[Number(a["numFmtId"])] = a["formatCode"] ?? "";
      else if (list === "fonts" && item === "font") (path.length === 3 ? begin(fonts) : font)(name, a);
      else if (list === "fills" && item === "fill") (path.length === 3 ? begin(fills) : fill)(name, a);
      else if (list === "borders" && item === "border") (path.length === 3 ? begin(borders) : border)(name, a);
      else if (list === "cellXfs" && item === "xf") {
        if (path.length === 3) looks.push({ xf: a, alignment: {} });
        else if (name === "alignment") looks.at(-1)!.alignment = alignment(a);
      }
    },
    close: () => void path.pop(),
  });

  return looks.map(({ xf, alignment: place }) => {
    const style: CellStyle = {
      ...ownFont(fonts[Number(xf["fontId"] ?? 0)] ?? {}, fonts[0]),
      ...fills[Number(xf["fillId"] ?? 0)],
      ...borders[Number(xf["borderId"] ?? 0)],
      ...place,
    };
    const format = formats[Number(xf["numFmtId"] ?? 0)];
    return {
      ...(format && !/^general$/i.test(format) ? { format } : {}),
      ...(Object.keys(style).length > 0 ? { style } : {}),
    };
  });
}
