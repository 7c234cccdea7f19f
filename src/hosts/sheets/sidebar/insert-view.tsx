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

/** What a formula can be made of; screener fields and caveats are none. */
const KINDS: readonly RowKind[] = ["function", "series", "path"];

/** The list is the script's own: searching asks nobody. */
const rows = { ok: true, rows: contractRows().filter((row) => KINDS.includes(row.kind)) } as const;

/** Builds a formula: search, pick, fill in, see the value, insert. */
export function InsertView({ run, known, say, show, memory }: ViewProps & { readonly memory: InsertMemory }) {
  const [form, setForm] = useState<Form | undefined>(memory.form);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (next: Form | undefined) => setForm((memory.form = next));
  const open = ({ spec, inputs }: Pick<Start, "spec" | "inputs">) => change({ spec, inputs, editing: undefined });
  const pick = (row: RegistryRow) => {
    const { form: start } = startsOf(row);
    if (start) open(start);
  };
  // The list goes away when something is picked, and the keyboard's place with it.
  const id = form?.spec.id;
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== id) (id === undefined ? document.getElementById("build-search") : heading.current)?.focus();
    before.current = id;
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
      {!form && known.account && !known.account.hasKey && <NoKey show={show} what="formulas can be inserted, but their values do not show here" />}
      {form ? (
        <InsertForm key={id} run={run} known={known} say={say} show={show} memory={memory} form={form} change={change} open={open} />
      ) : (
        <SearchView loaded={rows} memory={memory} pick={pick} open={open} reload={() => undefined} kinds={KINDS} nameOf={sheetsName} />
      )}
    </section>
  );
}
