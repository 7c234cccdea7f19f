import type { FormMemory } from "../../../pane/formula/form-memory";

/** State of *Insert* while another tab is shown, and its running preview. In memory only. */
export interface InsertMemory extends FormMemory {
  /** Settles when no preview is running. */
  previewing: Promise<unknown>;
  /** What is shown instead of the search. */
  showing: "tables" | "block" | undefined;
}

export const createInsertMemory = (): InsertMemory => ({
  query: "",
  kind: undefined,
  form: undefined,
  company: undefined,
  block: undefined,
  recents: [],
  previewing: Promise.resolve(),
  showing: undefined,
});
