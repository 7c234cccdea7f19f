import type { CellPlace } from "../../workbook/cell";
import type { Input } from "./call-text";
import type { FormSpec } from "./form-spec";
import type { RowKind } from "./search-rows";
import { perHost } from "../per-host";

/** The call that is being changed, within its formula. */
export interface Editing {
  readonly formula: string;
  readonly start: number;
  readonly end: number;
  /** Where the formula stands; undefined for one that was handed over by itself. */
  readonly place: CellPlace | undefined;
}

export interface Form {
  readonly spec: FormSpec;
  readonly inputs: readonly Input[];
  readonly editing: Editing | undefined;
}

/** A formula that was built before, to begin from again. */
export interface Recent {
  readonly text: string;
  readonly spec: FormSpec;
  readonly inputs: readonly Input[];
}

/** What stays while another tab is shown. Only in memory. */
export interface FormMemory {
  query: string;
  kind: RowKind | undefined;
  form: Form | undefined;
  recents: readonly Recent[];
}

const MOST_RECENTS = 5;
export const formMemory = perHost((): FormMemory => ({ query: "", kind: undefined, form: undefined, recents: [] }));

export function remember(memory: FormMemory, recent: Recent): void {
  memory.recents = [recent, ...memory.recents.filter((r) => r.text !== recent.text)].slice(0, MOST_RECENTS);
}
