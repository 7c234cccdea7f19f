import type { RefreshResult, RefreshWhat } from "./refresh-result";

/** `waiting`: a cell is being edited. `script`: a spreadsheet's script works, and tells no more. */
export type RefreshPhase = "waiting" | "reading" | "asking" | "calculating" | "tables" | "script";

export type RefreshState =
  | { readonly phase: "idle"; readonly last?: RefreshResult }
  /** `of` is 0 until the amount is known. `last` is the previous refresh. */
  | { readonly phase: RefreshPhase; readonly what: RefreshWhat; readonly done: number; readonly of: number; readonly last?: RefreshResult };

/** Refreshes by hand. Runs independently of the shown tab. */
export interface RefreshByHand {
  state(): RefreshState;
  /** Starts a refresh. While one runs, returns that one, whatever its scope. Never rejects. */
  start(what: RefreshWhat): Promise<RefreshResult>;
  /** Stops the running refresh: no further requests and recalculations. Missing if it cannot be stopped. */
  stop?(): void;
  onChange(listener: () => void): () => void;
}
