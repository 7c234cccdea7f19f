import type { Area } from "../workbook/areas";
import type { ChartCells, NewChart } from "../workbook/chart-cells";
import type { Reference } from "../workbook/formulas/count-references";
import type { SheetEdit, SheetReading } from "../workbook/edits/sheet-edits";
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
  /** The blocks of this sheet that formulas and names of the workbook refer to, each with how many do. */
  references(sheet: string): Eventually<readonly Reference[]>;
}

/** Line charts on sheets, by name. A chart that its user moved to another sheet is not found. */
export interface Charts {
  /** Whether each of these charts is on its sheet. */
  find(charts: readonly { readonly name: string; readonly sheet: string }[]): Eventually<readonly boolean[]>;
  /** Draws a chart. If its sheet has one of this name, that one shows these cells, where it is. */
  draw(name: string, chart: NewChart): Eventually<void>;
  /** Makes the chart of this name show these cells, if their sheet has it. */
  follow(name: string, cells: ChartCells): Eventually<void>;
  /** Removes a chart; returns false if there is none. */
  remove(name: string, sheet: string): Eventually<boolean>;
  /** Takes the name from a chart, which stays. */
  release(name: string, sheet: string): Eventually<void>;
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
