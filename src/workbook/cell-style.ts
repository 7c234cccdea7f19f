/** Colours are written `#RRGGBB`, in capitals. */
export type Color = string;

export interface Line {
  readonly style: "thin" | "medium" | "thick" | "dashed" | "dotted" | "double";
  readonly color?: Color;
}

/** A cell's style without its number format. Missing members have the application's default. */
export interface CellStyle {
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  /** Points. */
  readonly size?: number;
  readonly color?: Color;
  readonly fill?: Color;
  readonly horizontal?: "left" | "center" | "right" | "justify";
  readonly vertical?: "top" | "center";
  readonly wrap?: true;
  readonly top?: Line;
  readonly right?: Line;
  readonly bottom?: Line;
  readonly left?: Line;
}
