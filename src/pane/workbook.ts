import type { CellPlace, FormulaCell, ShownCell } from "../workbook/cell";

export type Scope = "selection" | "sheet" | "workbook";

/** What is selected. The active cell is the one that takes what is typed. */
export interface Selection {
  /** As Excel writes it, with the sheet: `Sheet1!A1:B3`. */
  readonly address: string;
  readonly rows: number;
  readonly columns: number;
  readonly active: CellPlace;
  /** The active cell's formula, with its equals sign; empty where it holds none. */
  readonly formula: string;
  readonly shown: ShownCell;
}

/** Lets long work be watched and stopped. */
export interface Watch {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, of: number) => void;
}

export interface Refused {
  readonly place: CellPlace;
  /** A sentence: why, and what to do. */
  readonly why: string;
}

/** A value of a cell as it is written. A text stays text, whatever it looks like: what begins with = may come from a service. */
export type PlainContent = string | number | boolean | null;

/** A cell's content as it is written; a formula says that it is one, and has its equals sign. */
export type Content = PlainContent | { readonly formula: string };

/**
 * All that the pane needs of a workbook. Excel implements it with Office.js, the workbench with its grid; test/conformance/workbook.ts runs over both.
 * Every call may reject with a `WorkbookRefusal`, whose message is for the person: what happened and what to do. Nothing else is thrown.
 */
export interface Workbook {
  /** The file's name with its ending, where the host tells it. */
  readonly fileName?: () => string | undefined;
  selection(): Promise<Selection | undefined>;
  onSelection(listener: () => void): () => void;
  /**
   * Every formula cell of the scope that calls a SERVICE function, also under a name that another machine left broken, in the order of sheets, rows,
   * columns; hidden sheets included. Formulas are as a person sees them.
   */
  serviceCells(scope: Scope, watch?: Watch): Promise<readonly FormulaCell[]>;
  /** What these cells show now, in the order asked; `#REF!` where the sheet is gone. */
  shown(places: readonly CellPlace[]): Promise<readonly ShownCell[]>;
  /** Marks exactly these cells and calculates them and what depends on them; gives those that could not be marked. Does not wait for answers. */
  recalculate(places: readonly CellPlace[]): Promise<readonly Refused[]>;
  /**
   * Writes a block with its top left corner here; gives its address. Texts stay texts, whatever they look like. Refuses, and writes nothing, where a
   * cell in the way is not empty, unless `over`.
   */
  write(at: CellPlace, rows: readonly (readonly Content[])[], options?: { readonly over?: boolean }): Promise<string>;
  /** Makes a sheet of this content, or replaces all of its content where `replace` says so; gives its name, which differs where the name was taken. */
  writeSheet(name: string, rows: readonly (readonly Content[])[], options?: { readonly replace?: boolean }): Promise<string>;
  goTo(place: CellPlace): Promise<void>;
  /**
   * Enters formulas anew over their own cells, which heals names that were typed before the add-in was there. Protected cells, and cells that call no
   * SERVICE function any more, come back refused, untouched.
   */
  reenter(cells: readonly { readonly place: CellPlace; readonly formula: string }[]): Promise<readonly Refused[]>;
  /** The workbook as an .xlsx file, as it is now; itself untouched. */
  file(watch?: Watch): Promise<Uint8Array>;
  /** Opens a new workbook of these bytes (Excel: a new window; the workbench: a download or its own grid). */
  open(file: Uint8Array, name: string): Promise<void>;
  /** Defines a workbook-wide name. Refuses one that stands for something else already. */
  defineName(name: string, formula: string): Promise<void>;
  /** Small texts that travel with the workbook. Never a key. */
  readonly settings: {
    read(name: string): string | undefined;
    /** undefined removes. Kept in the file when the workbook is saved. */
    write(name: string, text: string | undefined): Promise<void>;
  };
}

/** Why the workbook did not do it, in a sentence that says what to do. */
export class WorkbookRefusal extends Error {
  override readonly name = "WorkbookRefusal";
}
