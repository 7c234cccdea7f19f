import { largest } from "../contract/lists";
import type { Blocks, Charts } from "../tables/table-book";
import type { Area } from "../workbook/areas";
import type { CellPlace, FormulaCell, Refused, Selection, ShownCell } from "../workbook/cell";
import { addressOf } from "../workbook/cell-address";
import type { Content } from "../workbook/edits/sheet-edits";
import { SHEET_COLUMNS, SHEET_ROWS } from "../workbook/excel-limits";
import { WorkbookRefusal } from "../workbook/workbook-refusal";

export type { Refused, Selection } from "../workbook/cell";
export type Scope = "selection" | "sheet" | "workbook";

/** Progress and cancellation of long work. After a stop, a call rejects as soon as the host holds or refuses it: no one waits for the end of an edit or of a pause. */
export interface Watch {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, of: number) => void;
}

/** The same, on a host whose results arrive later. */
type Later<T> = { readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never };

export type NamedBlocks = Later<Blocks>;
export type NamedCharts = Later<Charts>;

/** A number format for all formulas of a block, or one for each cell by row and column; undefined for none. */
export type WriteFormat = string | readonly (readonly (string | undefined)[])[];

/** How cells are written. */
export interface WriteOptions {
  readonly over?: boolean;
  readonly format?: WriteFormat | undefined;
  /** True if the first row has headings of several words, which wrap. */
  readonly headings?: boolean;
}

/** How a new sheet looks. */
export interface SheetLook {
  /** Widths of the first columns, in characters. */
  readonly widths: readonly number[];
  /** The row with the headings, from 0. It is bold, and stays in view with the rows above it. */
  readonly head: number;
}

/** How a sheet is written. */
export interface WriteSheetOptions extends Pick<WriteOptions, "format"> {
  readonly replace?: boolean;
  readonly look?: SheetLook;
}

/** Why a host does not answer: a cell is being edited; it refuses more requests for a while; or it is not known, because the host answers nothing at all. */
export type HeldUp = "editing" | "limited" | "silent";

/** What the pane needs of the cells of every host. Every call may reject with a `WorkbookRefusal`, whose message says what happened and what to do. Nothing else is thrown. */
export interface Cells {
  selection(): Promise<Selection | undefined>;
  /** Calls the listener when other cells are selected, or when the content of cells was changed. Returns a function that removes it. */
  onSelection(listener: () => void): () => void;
  /** What these cells show now, in the given order; `#REF!` if the sheet does not exist. */
  shown(places: readonly CellPlace[], watch?: Watch): Promise<readonly ShownCell[]>;
  /**
   * Marks these cells and calculates them and their dependents; returns those that could not be marked. Does not wait for answers. With manual calculation, Excel
   * also calculates every other cell that waits, in all open workbooks. If it rejects at a stop, some may be calculated all the same.
   */
  recalculate(places: readonly CellPlace[], watch?: Watch): Promise<readonly Refused[]>;
  /**
   * Writes a block with its top left corner at `at`; returns its address. Strings stay text. Rejects and writes nothing if a target cell is not empty,
   * unless `over`. `format` is a number format in en-US form for the formulas, or one for each cell by row and column; cells whose format is not General keep it.
   */
  write(at: CellPlace, rows: readonly (readonly Content[])[], options?: WriteOptions): Promise<string>;
  /** Shows and selects a cell. Resolves with `hidden` if it is selected, but its row or column is hidden, as by a filter. */
  goTo(place: CellPlace): Promise<"hidden" | void>;
  /** True if the result of one formula can fill several cells. */
  readonly arrays?: () => boolean;
}

/** A workbook that the pane itself reads, refreshes and writes. Excel implements it with Office.js, the workbench with its grid; test/conformance/workbook.ts tests both. */
export interface Workbook extends Cells {
  /** The file name with its extension, if the host provides it. */
  readonly fileName?: () => string | undefined;
  /**
   * All formula cells of the scope that call a SERVICE function, including broken names from another machine and hidden sheets, in the order of sheets,
   * rows, columns. Formulas are as displayed.
   */
  serviceCells(scope: Scope, watch?: Watch): Promise<readonly FormulaCell[]>;
  /**
   * Creates a sheet with this content and look, or with `replace` replaces all content of the sheet, which keeps its own look. Returns its name, which differs if
   * the name was taken.
   */
  writeSheet(name: string, rows: readonly (readonly Content[])[], options?: WriteSheetOptions): Promise<string>;
  /**
   * Enters formulas into their cells again, which repairs names that were typed without the add-in. Returns the cells it left unchanged: protected cells,
   * cells that no longer call a SERVICE function, and cells whose formula is no longer `was`.
   */
  reenter(cells: readonly { readonly place: CellPlace; readonly formula: string; readonly was?: string }[]): Promise<readonly Refused[]>;
  /** The current workbook as an .xlsx file. */
  file(watch?: Watch): Promise<Uint8Array>;
  /** Opens these bytes as a new workbook (Excel: a new window; the workbench: a download or its grid). */
  open(file: Uint8Array, name: string): Promise<void>;
  /** Defines a workbook-wide name. Rejects if the name is already defined as something else. */
  defineName(name: string, formula: string): Promise<void>;
  /** Tells which cells the host is calculating now, whatever they show; missing if the host does not report them. */
  readonly calculating?: (watch?: Watch) => Promise<(place: CellPlace) => boolean>;
  /** True while the user edits a cell; missing if the host cannot tell. */
  readonly isEditing?: () => Promise<boolean>;
  /** Why calls wait since a second or longer; undefined if none does. Missing if the host refuses calls that it cannot answer at once. */
  readonly held?: {
    state(): HeldUp | undefined;
    onChange(listener: () => void): () => void;
  };
  /** Missing if the host has no tables. */
  readonly blocks?: NamedBlocks;
  /** Missing if the host has none on sheets. */
  readonly charts?: NamedCharts;
  /** Small texts saved in the workbook. Never a key. */
  readonly settings: {
    read(name: string): string | undefined;
    /** `undefined` removes the setting. Written to the file when the workbook is saved. */
    write(name: string, text: string | undefined): Promise<void>;
  };
}

export const SHEET_GONE = "The sheet no longer exists. Rescan, or select another cell.";
export const CELL_CHANGED = "The cell has changed and was skipped. Rescan, then try again.";

/** Why a cell of this sheet is not gone to. */
export const hiddenSheetWords = (name: string, isVeryHidden: boolean): string =>
  isVeryHidden
    ? `The sheet ${name} is hidden by the workbook's author and can be shown only with VBA. Contact the author.`
    : `The sheet ${name} is hidden. Right-click any sheet tab, choose Unhide, then try again.`;

/** The block of these rows, with its top left corner in this cell. Throws a `WorkbookRefusal` if there is nothing to write, or no room for it on a sheet. */
export function blockToWrite(at: CellPlace, rows: readonly (readonly Content[])[]): Area {
  const widths = rows.map((row) => row.length);
  const columns = largest(widths, 0);
  if (columns === 0) throw new WorkbookRefusal("There is nothing to write.");
  if (at.row + rows.length > SHEET_ROWS || at.column + columns > SHEET_COLUMNS)
    throw new WorkbookRefusal(
      `${rows.length} by ${columns} cells do not fit below and right of ${addressOf(at)}. Choose a cell nearer to the top left, then try again.`,
    );
  return { ...at, rows: rows.length, columns };
}

export const NO_WORKBOOK = "No workbook is open. Open the pane in Excel or in the workbench.";

/** The message of a `WorkbookRefusal`; `otherwise` for any other error. */
export const refusalMessage = (error: unknown, otherwise: string): string => (error instanceof WorkbookRefusal ? error.message : otherwise);
