import { useEffect, useRef, useState } from "preact/hooks";
import type { RegistryRow } from "../../../contract/wire";
import type { Form } from "../../../pane/formula/form-memory";
import { contractRows } from "../../../pane/formula/contract-rows";
import { startsOf, type Start } from "../../../pane/formula/related";
import { SearchView } from "../../../pane/formula/search-view";
import type { RowKind } from "../../../pane/formula/search-rows";
import { InsertForm } from "./insert-form";
import type { InsertMemory } from "./insert-memory";
import { NoKey } from "./no-key";
import { sheetsName } from "./sheets-name";
import type { ViewProps } from "./view";

/** Kinds of rows that can become a formula. */
const KINDS: readonly RowKind[] = ["function", "series", "path"];

/** The built-in list; searching sends no request. */
const rows = { ok: true, rows: contractRows().filter((row) => KINDS.includes(row.kind)) } as const;

/** Builds a formula: search, pick, fill in, see the value, insert. */
export function InsertView({ run, known, asOf, say, show, memory }: ViewProps & { readonly memory: InsertMemory }) {
  const [form, setForm] = useState<Form | undefined>(memory.form);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (next: Form | undefined) => setForm((memory.form = next));
  const open = ({ spec, inputs }: Pick<Start, "spec" | "inputs">) => change({ spec, inputs, editing: undefined });
  const pick = (row: RegistryRow) => {
    const { form: start } = startsOf(row);
    if (start) open(start);
  };
  // A new view removes the focused element.
  const id = form?.spec.id;
  const previous = useRef(id);
  useEffect(() => {
    if (previous.current !== id) (id === undefined ? document.getElementById("build-search") : heading.current)?.focus();
    previous.current = id;
  }, [id]);

  return (
    <section class="dense" aria-labelledby="insert-title">
      <div class="build-head">
        <h2 id="insert-title" ref={heading} tabIndex={-1}>
          {id === undefined ? "Insert a formula" : sheetsName(id)}
        </h2>
        {form && (
          <button type="button" class="small" onClick={() => change(undefined)}>
            Back to search
          </button>
        )}
      </div>
      {!form && known.account && !known.account.hasKey && <NoKey show={show} effect="You can insert formulas, but there is no preview" />}
      {form ? (
        <InsertForm key={id} run={run} known={known} asOf={asOf} say={say} show={show} memory={memory} form={form} change={change} open={open} />
      ) : (
        <SearchView loaded={rows} memory={memory} pick={pick} open={open} reload={() => undefined} kinds={KINDS} nameOf={sheetsName} />
      )}
    </section>
  );
}
