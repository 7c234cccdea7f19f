import type { Area } from "../workbook/areas";
import type { SheetEdit, SheetReading } from "../workbook/sheet-edits";
import type { Eventually } from "./steps";

/** Blocks of cells under hidden names of the workbook, which follow every change of the sheets. */
export interface Blocks {
  /** The block of each name; undefined for a name that is not defined, and for one whose cells were deleted. */
  find(names: readonly string[]): Eventually<readonly (Area | undefined)[]>;
  /** The block of a name with the used cells of its sheet; undefined as above. */
  read(name: string): Eventually<SheetReading | undefined>;
  /** Names a block, or moves the name to it; `undefined` removes the name. */
  set(name: string, block: Area | undefined): Eventually<void>;
  /**
   * Changes a sheet in these steps, then moves the name to `block`. Throws and changes nothing if a cell of the sheet differs from `read`, if the sheet is
   * protected, or if the host cannot move cells, such as merged ones.
   */
  edit(name: string, read: SheetReading, edits: readonly SheetEdit[], block: Area): Eventually<void>;
  /** The blocks of this sheet that formulas and names of the workbook refer to, each once. */
  references(sheet: string): Eventually<readonly Area[]>;
}

/** Line charts on sheets, by name. */
export interface Charts {
  /** Draws a chart of these cells, to the right of them. A chart of this name on their sheet is drawn anew where it is. */
  draw(name: string, cells: Area, title: string): Eventually<void>;
  /** Makes the chart of this name show these cells, if their sheet has it. */
  follow(name: string, cells: Area): Eventually<void>;
}

/** What tables need from a workbook, on a host that waits or one that does not. Refusals are thrown as `WorkbookRefusal`. */
export interface TableBook {
  /** Missing if the host has no tables. */
  readonly blocks?: Blocks;
  /** Missing if the host has none on sheets. */
  readonly charts?: Charts;
  /** Small texts saved in the workbook. */
  readonly settings: {
    read(name: string): string | undefined;
    /** `undefined` removes the setting. */
    write(name: string, text: string | undefined): Eventually<void>;
    /** Whether this text fits beside all others; missing if the host only limits their length. */
    hasRoom?(name: string, text: string): boolean;
  };
}
