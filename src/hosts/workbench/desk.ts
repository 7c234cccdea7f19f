import { createListeners } from "../../pane/listeners";

/** A message below the page's bar, with a button if the user can act on it. */
interface Notice {
  readonly text: string;
  readonly kind: "said" | "problem";
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A question in the page; every answer closes it. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly { readonly label: string; readonly main?: boolean; readonly run: () => void }[];
}

/** The sentence of a cell's error or reason, with the cell's place in the window. */
export interface CellNote {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface DeskState {
  /** The book's name without its extension. */
  readonly name: string;
  readonly notice: Notice | undefined;
  readonly question: Question | undefined;
  readonly busy: string | undefined;
  readonly cellNote: CellNote | undefined;
  /** What only screen readers are told. */
  readonly announced: string | undefined;
}

/** State of the page around the grid, with change listeners. */
export interface Desk {
  state(): DeskState;
  set(change: Partial<DeskState>): void;
  onChange(listener: () => void): () => void;
}

export function createDesk(name: string): Desk {
  let state: DeskState = { name, notice: undefined, question: undefined, busy: undefined, cellNote: undefined, announced: undefined };
  const { notify, onChange } = createListeners();
  return {
    state: () => state,
    set: (change) => {
      state = { ...state, ...change };
      notify();
    },
    onChange,
  };
}
