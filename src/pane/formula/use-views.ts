import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RegistryRow } from "../../contract/wire";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import { readHandedTable, type HandedTable } from "../tables/tables";
import { formMemory, type BlockForm, type Form, type FormMemory } from "./form-memory";
import { firstStepOf } from "./insert-actions";
import { openCalls, readHanded, type Handed, type OpenedCall } from "./call-text";
import type { FoundCompany } from "./search/companies";

/** A formula with several calls; the user chooses one. */
export interface CallChoice {
  readonly formula: string;
  readonly place: CellPlace | undefined;
  readonly calls: readonly OpenedCall[];
}

export type View =
  | { readonly kind: "search" }
  | { readonly kind: "row"; readonly row: RegistryRow }
  | { readonly kind: "table"; readonly start: HandedTable | undefined }
  | { readonly kind: "block"; readonly form: BlockForm }
  | { readonly kind: "company"; readonly company: Pick<FoundCompany, "ticker" | "name"> }
  | { readonly kind: "choose"; readonly choice: CallChoice }
  | { readonly kind: "form"; readonly form: Form };

export const formOf = (call: OpenedCall, formula: string, place: CellPlace | undefined): Form => ({
  spec: call.spec,
  inputs: call.inputs,
  editing: { formula, start: call.start, end: call.end, place },
});

function lastView({ form, block, company }: FormMemory): View {
  if (form) return { kind: "form", form };
  if (block) return { kind: "block", form: block };
  return company ? { kind: "company", company } : { kind: "search" };
}

export type Views = ReturnType<typeof useViews>;

/** The view that the tab shows, and how it is changed. */
export function useViews(host: PaneHost, handed: string | undefined) {
  const memory = formMemory(host);
  const [view, setView] = useState<View>(lastView(memory));
  /** Why a formula was not opened, and the cell to which that applies. */
  const [problem, setProblem] = useState<{ readonly message: string; readonly at: string | undefined } | undefined>();
  const go = (next: View) => {
    setProblem(undefined);
    memory.form = next.kind === "form" ? next.form : undefined;
    memory.block = next.kind === "block" ? next.form : undefined;
    // A form that was opened from a company leads back to it.
    if (next.kind !== "form") memory.company = next.kind === "company" ? next.company : undefined;
    setView(next);
  };
  // A new view removes the focused element.
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(view.kind);
  useLayoutEffect(() => {
    if (previous.current !== view.kind) {
      const search = view.kind === "search" ? document.querySelector<HTMLInputElement>("#build-search") : undefined;
      // A formula that is edited starts with what it is.
      const step = view.kind === "form" && view.form.editing === undefined ? firstStepOf(view.form) : undefined;
      (search ?? step ?? heading.current)?.focus();
      // The next search replaces the words of the last one.
      search?.select();
    }
    previous.current = view.kind;
  }, [view.kind]);
  const openFormula = ({ formula, place, start }: Handed) => {
    memory.company = undefined;
    const calls = openCalls(formula);
    const call = calls.find((c) => c.start === start) ?? (calls.length === 1 ? calls[0] : undefined);
    if (call) return go({ kind: "form", form: formOf(call, formula, place) });
    if (calls.length > 0) return go({ kind: "choose", choice: { formula, place, calls } });
    go({ kind: "search" });
    setProblem({ message: "No SERVICE formula found. Select a cell with one, or search.", at: place && addressOf(place) });
  };
  useEffect(() => {
    if (handed === undefined) return;
    const table = readHandedTable(handed);
    if (table) return go({ kind: "table", start: table });
    const read = readHanded(handed);
    if (read) openFormula(read);
  }, [handed]);
  return { view, memory, go, openFormula, problem, heading };
}
