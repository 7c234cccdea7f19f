import type { CellPlace } from "../../workbook/cell";
import type { Input } from "./call-text";
import type { FormSpec } from "./form-spec";
import type { Kind } from "./search/find";
import type { Company } from "./search/companies";
import { perHost } from "../per-host";

/** The call being edited, within its formula. */
export interface Editing {
  readonly formula: string;
  readonly start: number;
  readonly end: number;
  /** Cell of the formula; undefined if the formula was passed without one. */
  readonly place: CellPlace | undefined;
}

export interface Form {
  readonly spec: FormSpec;
  readonly inputs: readonly Input[];
  readonly editing: Editing | undefined;
}

/** A formula built earlier, to start from again. */
export interface Recent {
  readonly text: string;
  readonly spec: FormSpec;
  readonly inputs: readonly Input[];
}

/** State that survives a tab change. In memory only. */
export interface FormMemory {
  query: string;
  kind: Kind | undefined;
  /** The company whose page is open. */
  company: Pick<Company, "ticker" | "name"> | undefined;
  form: Form | undefined;
  recents: readonly Recent[];
}

const MOST_RECENTS = 5;
export const formMemory = perHost((): FormMemory => ({ query: "", kind: undefined, form: undefined, company: undefined, recents: [] }));

export function remember(memory: FormMemory, recent: Recent): void {
  memory.recents = [recent, ...memory.recents.filter((r) => r.text !== recent.text)].slice(0, MOST_RECENTS);
}
