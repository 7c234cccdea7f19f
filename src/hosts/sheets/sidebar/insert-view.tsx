import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BlockForm, Form } from "../../../pane/formula/form-memory";
import { CompanyFigures } from "../../../pane/formula/company-figures-list";
import { firstStepOf } from "../../../pane/formula/first-step";
import type { Start } from "../../../pane/formula/related";
import { SearchView } from "../../../pane/formula/search-view";
import { companySource, type Company } from "../../../pane/formula/search/companies";
import type { Hit } from "../../../pane/formula/search/find";
import { startOfHit } from "../../../pane/formula/search/start";
import { blockForm } from "../../../pane/formula/block/block-form";
import { ScriptBlock } from "./script-block";
import { InsertForm } from "./insert-form";
import type { InsertMemory } from "./insert-memory";
import { written } from "../../../pane/pane-words";
import { NoKey } from "./no-key";
import type { ScriptTables } from "./script-tables";
import { TablesView } from "./tables-view";
import type { ViewProps } from "./view";

/** Builds a formula: search, pick, fill in, see the value, insert. */
export function InsertView({ run, known, asOf, say, show, memory, tables }: ViewProps & { readonly memory: InsertMemory; readonly tables: ScriptTables }) {
  const [form, setForm] = useState<Form | undefined>(memory.form);
  const heading = useRef<HTMLHeadingElement>(null);
  const [showing, setShowing] = useState(memory.showing);
  const go = (next: InsertMemory["showing"]) => setShowing((memory.showing = next));
  // One formula over ranges is one call of the service; in Google Sheets each cell with a formula is a run of the script.
  const [block, setBlock] = useState(memory.block ?? { ...blockForm(), spilled: true });
  const changeBlock = (next: BlockForm) => setBlock((memory.block = next));
  const openBlock = (next: BlockForm) => {
    changeBlock({ ...next, spilled: block.spilled });
    go("block");
  };
  const change = (next: Form | undefined) => setForm((memory.form = next));
  const open = ({ spec, inputs }: Pick<Start, "spec" | "inputs">) => change({ spec, inputs, editing: undefined });
  const [company, setCompany] = useState<Pick<Company, "ticker" | "name"> | undefined>(memory.company);
  const showCompany = (next: typeof company) => setCompany((memory.company = next));
  const pick = (hit: Hit) => {
    const start = startOfHit(hit);
    if (start) open(start);
    else if (hit.kind === "company") showCompany(hit.company);
    else if (hit.kind === "block") openBlock(blockForm(hit));
  };
  const hasKey = known.account?.hasKey === true;
  // Each request is a run of the script, of which Google allows only so many a day.
  const companies = useMemo(() => (hasKey ? companySource((query) => run("companies", query).catch(() => undefined), 500) : undefined), [run, hasKey]);
  // A new view removes the focused element.
  const id = showing ?? (form ? form.spec.id : company?.ticker);
  const previous = useRef(id);
  useEffect(() => {
    if (previous.current !== id) {
      const step = form && showing === undefined ? firstStepOf(form) : null;
      (id === undefined ? document.getElementById("build-search") : (step ?? heading.current))?.focus();
    }
    previous.current = id;
  }, [id]);

  return (
    <section class="dense" aria-labelledby="insert-title">
      <div class="build-head">
        <h2 id="insert-title" ref={heading} tabIndex={-1}>
          {showing === "tables"
            ? "Insert a table"
            : showing === "block"
              ? "Tickers × fields"
              : form
                ? written(form.spec.id)
                : (company?.name ?? "Insert a formula")}
        </h2>
        {form && company && (
          <button type="button" class="small" onClick={() => change(undefined)}>
            Back to {company.ticker}
          </button>
        )}
        {(form || company || showing) && (
          <button
            type="button"
            class="small"
            onClick={() => {
              go(undefined);
              change(undefined);
              showCompany(undefined);
            }}
          >
            Back to search
          </button>
        )}
      </div>
      {!form && !company && !showing && (
        <div class="buttons">
          <button type="button" class="small" onClick={() => go("block")}>
            Tickers × fields…
          </button>
          <button type="button" class="small" onClick={() => go("tables")}>
            Insert table…
          </button>
        </div>
      )}
      {!form && !showing && known.account && !known.account.hasKey && <NoKey show={show} effect="You can insert formulas, but there is no preview" />}
      {showing === "block" ? (
        <ScriptBlock run={run} known={known} asOf={asOf} say={say} show={show} form={block} change={changeBlock} />
      ) : showing === "tables" ? (
        <TablesView run={run} known={known} asOf={asOf} say={say} show={show} tables={tables} />
      ) : form ? (
        <InsertForm key={id} run={run} known={known} asOf={asOf} say={say} show={show} memory={memory} form={form} change={change} open={open} />
      ) : company ? (
        <>
          <p>Choose a figure of {company.ticker} to build its formula.</p>
          <button type="button" class="build-more" onClick={() => openBlock(blockForm({ tickers: [company.ticker], figures: [] }))}>
            For several tickers…
          </button>
          <CompanyFigures ticker={company.ticker} open={open} />
        </>
      ) : (
        <SearchView loaded={undefined} memory={memory} pick={pick} open={open} reload={() => undefined} companies={companies} rows={false} />
      )}
    </section>
  );
}
