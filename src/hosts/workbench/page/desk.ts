import { createListeners } from "../../../pane/listeners";
import type { Finder } from "../data-toolbar/find-cells";

/**
 * A message in the status bar, with a button if the user can act on it.
 *
 * - `said`: the result of the last action; goes with the next one, unless it has a button
 * - `editing`: about the open edit; goes when that ends
 * - `warning`, `problem`: stay until they are closed or replaced
 */
export interface DeskNotice {
  readonly text: string;
  readonly kind: "said" | "editing" | "warning" | "problem";
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A question in the page; every answer closes it. */
export interface DeskQuestion {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly DeskAnswer[];
}

interface DeskAnswer {
  readonly label: string;
  readonly main?: boolean;
  readonly run: () => void;
}

/** The answer after which nothing happens. */
export const CANCEL: DeskAnswer = { label: "Cancel", run: () => undefined };

/** A cell's place in the window, in pixels. */
export type CellBox = Readonly<Record<"left" | "right" | "top" | "bottom", number>>;

/** The sentence of a cell's error or reason, with the cell's place. */
export interface CellNote extends CellBox {
  readonly text: string;
}

/** A value of a cell's list, as displayed. */
export interface ListEntry {
  readonly text: string;
  readonly value: string | number | boolean;
  /** The number format that shows it so. */
  readonly format?: string;
}

/** What the rule of the selected cell shows. */
export interface CellRule extends CellBox {
  /** The address of the cell. */
  readonly cell: string;
  readonly prompt?: { readonly title: string; readonly text: string };
  /** The cell's list; missing if it has no arrow. */
  readonly list?: {
    readonly entries: readonly ListEntry[] | undefined;
    readonly open: () => void;
    readonly close: () => void;
    readonly choose: (entry: ListEntry) => void;
  };
}

/** The note that somebody wrote to a cell, with the cell's place. */
interface WrittenNote extends CellBox {
  readonly text: string;
  /** Missing while it is only shown. */
  readonly edit?: {
    /** The address of the cell. */
    readonly cell: string;
    readonly finish: (text: string) => void;
  };
}

export interface DeskState {
  /** The book's name without its extension. */
  readonly name: string;
  readonly notice?: DeskNotice | undefined;
  readonly question?: DeskQuestion | undefined;
  readonly busy?: string | undefined;
  readonly cellNote?: CellNote | undefined;
  readonly written?: WrittenNote | undefined;
  readonly rule?: CellRule | undefined;
  /** The open box for finding, and whether it replaces. */
  readonly find?: { readonly finder: Finder; readonly replaces: boolean } | undefined;
  /** What only screen readers are told. */
  readonly announced?: string | undefined;
}

export type Desk = ReturnType<typeof createDesk>;

/** State of the page around the grid, with change listeners. */
export function createDesk(name: string) {
  let state: DeskState = { name };
  const { notify, onChange } = createListeners();
  const set = (change: Partial<DeskState>): void => {
    state = { ...state, ...change };
    notify();
  };
  return {
    state: () => state,
    set,
    /** Shows a message in the status bar. */
    say: (text: string, kind: DeskNotice["kind"] = "said") => set({ notice: { kind, text } }),
    /** Removes the result of the last action, because the user starts something else. */
    goOn: () => {
      if (state.notice?.kind === "said" && !state.notice.action) set({ notice: undefined });
    },
    /** Removes a message about the open edit, because that ended. */
    endEdit: () => {
      if (state.notice?.kind === "editing") set({ notice: undefined });
    },
    onChange,
  };
}
