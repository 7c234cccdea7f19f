import type { FormMemory } from "../../../pane/formula/form-memory";

/** What the tab *Insert* keeps while another tab is shown, and the preview that is under way. Only in memory. */
export interface InsertMemory extends FormMemory {
  /** Settles when no preview is under way any more. */
  previewing: Promise<unknown>;
}

export const createInsertMemory = (): InsertMemory => ({ query: "", kind: undefined, form: undefined, recents: [], previewing: Promise.resolve() });
