import type { CellPlace } from "../../workbook/cell";
import type { FieldInput } from "./call-text";
import type { FormSpec } from "./form-spec";
import type { Kind } from "./search/find";
import type { FoundCompany } from "./search/companies";
import type { Block } from "../../workbook/block";
import { perHost } from "../per-book";

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
  readonly inputs: readonly FieldInput[];
  readonly editing: Editing | undefined;
  /** What was searched for, if the form is not exactly of that, and the arguments to which this applies, undefined for any. */
  readonly instead?: { readonly message: string; readonly texts: readonly (string | undefined)[] } | undefined;
}

/** A formula built earlier, to start from again. */
export interface RecentFormula {
  readonly text: string;
  readonly spec: FormSpec;
  readonly inputs: readonly FieldInput[];
}

/** A block of formulas to insert: names × columns. */
export interface BlockForm {
  /** The names as typed. */
  readonly text: string;
  /** The function whose choices are the columns; empty if they are figures of companies. */
  readonly id: string;
  /** Choices, or keys of figures, in the order of the columns. */
  readonly choices: readonly string[];
  readonly inputs: readonly FieldInput[];
  /** Cells whose names stay where they are. */
  readonly list: { readonly block: Block & { readonly sheet: string }; readonly names: readonly string[] } | undefined;
  /** Formulas that spill. */
  readonly spilled: boolean;
}

/** State that survives a tab change. In memory only. */
export interface FormMemory {
  query: string;
  kind: Kind | undefined;
  /** The company whose page is open. */
  company: Pick<FoundCompany, "ticker" | "name"> | undefined;
  form: Form | undefined;
  /** Undefined if it is not open. */
  block: BlockForm | undefined;
  recents: readonly RecentFormula[];
}

const MOST_RECENTS = 5;
export const formMemory = perHost((): FormMemory => ({ query: "", kind: undefined, form: undefined, company: undefined, block: undefined, recents: [] }));

export function rememberFormula(memory: FormMemory, recent: RecentFormula): void {
  memory.recents = [recent, ...memory.recents.filter((r) => r.text !== recent.text)].slice(0, MOST_RECENTS);
}
