import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RegistryRow } from "../../contract/wire";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { KeyNeeded } from "../notices/key-needed";
import { WorkbookNeeded } from "../notices/workbook-needed";
import { dataVersionOf } from "../connection/data-version";
import { cellsOf } from "../cells-of";
import { useChanges } from "../hooks/use-changes";
import { useSelection } from "../hooks/use-selection";
import { Alert } from "../notices/alert";
import type { TabProps } from "../tab";
import { blockForm, blockFormOf } from "./block/block-form";
import { BlockView } from "./block/block-view";
import { written } from "../pane-words";
import { firstStepOf } from "./first-step";
import { formMemory, type BlockForm, type Form } from "./form-memory";
import { CallForm } from "./call-form";
import { CompanyView } from "./company-view";
import { contractRows } from "./contract-rows";
import { openCalls, readHanded, type Handed, type OpenedCall } from "./open-call";
import { loadFields, type Loaded } from "./load-fields";
import type { Start } from "./related";
import { RowView } from "./row-view";
import { companiesOf, type Company } from "./search/companies";
import type { Hit } from "./search/find";
import { remarkOfHit, startOfHit } from "./search/start";
import { SearchView } from "./search-view";
import { readHandedTable, type HandedTable } from "../tables/handed-table";
import { hasTables } from "../tables/use-tables";
import { TableForm } from "../tables/table-form";

/** A formula with several calls; the user chooses one. */
interface CallChoice {
  readonly formula: string;
  readonly place: CellPlace | undefined;
  readonly calls: readonly OpenedCall[];
}

type View =
  | { readonly kind: "search" }
  | { readonly kind: "row"; readonly row: RegistryRow }
  | { readonly kind: "table"; readonly start: HandedTable | undefined }
  | { readonly kind: "block"; readonly form: BlockForm }
  | { readonly kind: "company"; readonly company: Pick<Company, "ticker" | "name"> }
  | { readonly kind: "choose"; readonly choice: CallChoice }
  | { readonly kind: "form"; readonly form: Form };

const formOf = (call: OpenedCall, formula: string, place: CellPlace | undefined): Form => ({
  spec: call.spec,
  inputs: call.inputs,
  editing: { formula, start: call.start, end: call.end, place },
});

/** The registry row of a screener's field or a caveat, from the service if it has sent its rows. */
const rowOf = (name: string, loaded: Loaded | undefined): RegistryRow | undefined =>
  (loaded?.ok ? loaded.rows : contractRows()).find((row) => `${row.kind} ${row.field}` === name);

function titleOf(view: View): string {
  switch (view.kind) {
    case "form":
      return written(view.form.spec.id);
    case "row":
      return view.row.field;
    case "company":
      return view.company.name;
    case "block":
      return "Tickers × fields";
    case "table":
      return "Insert a table";
    case "choose":
      return "Which call?";
    case "search":
      return "Build a formula";
  }
}

/** Build tab: search, pick, fill in, preview, insert. Also opens existing formulas. */
export function FormulaTab({ host, say, show, handed }: TabProps) {
  const memory = formMemory(host);
  const workbook = cellsOf(host);
  const { selection, refused } = useSelection(host);
  const [view, setView] = useState<View>(
    memory.form
      ? { kind: "form", form: memory.form }
      : memory.block
        ? { kind: "block", form: memory.block }
        : memory.company
          ? { kind: "company", company: memory.company }
          : { kind: "search" },
  );
  const [problem, setProblem] = useState<{ readonly message: string; readonly at: string | undefined } | undefined>();
  const at = selection && addressOf(selection.active);
  const [loaded, setLoaded] = useState<Loaded | undefined>();
  const [loads, setLoads] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const dataVersion = dataVersionOf(host);
  useChanges(dataVersion);
  const connection = host.connection();
  const from = connection.kind === "connected" ? connection.baseUrl : connection.kind;

  useEffect(() => {
    // A spreadsheet's script takes a second for each request; the search works without the rows.
    if (connection.kind !== "connected" || host.spreadsheet) return setLoaded(undefined);
    let over = false;
    void loadFields(host).then((now) => {
      if (!over) setLoaded(now);
    });
    return () => {
      over = true;
    };
  }, [host, from, loads, dataVersion.now()]);

  const go = (next: View) => {
    setProblem(undefined);
    memory.form = next.kind === "form" ? next.form : undefined;
    memory.block = next.kind === "block" ? next.form : undefined;
    // A form that was opened from a company leads back to it.
    if (next.kind !== "form") memory.company = next.kind === "company" ? next.company : undefined;
    setView(next);
  };
  // A new view removes the focused element.
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
    if (call) go({ kind: "form", form: formOf(call, formula, place) });
    else if (calls.length > 0) go({ kind: "choose", choice: { formula, place, calls } });
    else {
      go({ kind: "search" });
      setProblem({ message: "No SERVICE formula found. Select a cell with one, or search.", at: place && addressOf(place) });
    }
  };
  useEffect(() => {
    if (handed === undefined) return;
    const table = readHandedTable(handed);
    if (table) return go({ kind: "table", start: table });
    const read = readHanded(handed);
    if (read) openFormula(read);
  }, [handed]);

  const openStart = ({ spec, inputs }: Start) => go({ kind: "form", form: { spec, inputs, editing: undefined } });
  const openBlock = (form: BlockForm) => go({ kind: "block", form });
  // In a spreadsheet each cell with a formula is a run of the script, so that one formula fills as many cells as it can.
  const startBlock = (form: BlockForm) => openBlock({ ...form, spilled: host.spreadsheet !== undefined });
  const pick = (hit: Hit) => {
    const start = startOfHit(hit);
    if (start) return go({ kind: "form", form: { spec: start.spec, inputs: start.inputs, editing: undefined, instead: remarkOfHit(hit, start) } });
    if (hit.kind === "company") return go({ kind: "company", company: hit.company });
    if (hit.kind === "block") return startBlock(blockForm(hit));
    const row = rowOf(hit.figure.row, loaded);
    if (row) go({ kind: "row", row });
  };
  const back = view.kind === "form" ? memory.company : undefined;
  const title = titleOf(view);
  const editing = view.kind === "form" ? view.form.editing : undefined;
  const instead = view.kind === "form" ? view.form.instead : undefined;
  const applies = view.kind === "form" && instead?.texts.every((text, i) => text === undefined || text === view.form.inputs[i]?.text) === true;

  return (
    <section class="dense" aria-labelledby="build-title">
      <div class="build-head">
        <h2 id="build-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {back && (
          <button type="button" class="small" onClick={() => go({ kind: "company", company: back })}>
            Back to {back.ticker}
          </button>
        )}
        {view.kind !== "search" && (
          <button type="button" class="small" onClick={() => go({ kind: "search" })}>
            Back to search
          </button>
        )}
      </div>
      {editing && (
        <p class="quiet">
          {editing.place ? `Opened from ${addressOf(editing.place)}` : "Opened from a formula"}
          {editing.start === 1 && editing.end === editing.formula.length ? "." : "; the rest of its formula does not change."}
        </p>
      )}
      {view.kind === "form" && <div id="build-remark">{applies && <p class="build-none">{instead?.message}</p>}</div>}
      {view.kind === "search" && (
        <>
          {workbook && (
            <div class="buttons">
              {host.workbook() && (
                <button
                  type="button"
                  class="small"
                  onClick={() => openFormula({ formula: selection?.formula ?? "", ...(selection ? { place: selection.active } : {}) })}
                >
                  Edit the selected cell's formula
                </button>
              )}
              <button type="button" class="small" onClick={() => startBlock(blockForm())}>
                Tickers × fields…
              </button>
              {hasTables(host) && (
                <button type="button" class="small" onClick={() => go({ kind: "table", start: undefined })}>
                  Insert table…
                </button>
              )}
            </div>
          )}
          {/* A message about one cell does not apply to the next. */}
          <Alert message={problem?.at === undefined || problem.at === at ? problem?.message : undefined} />
          {connection.kind === "none" && (
            <KeyNeeded button="Go to Account" go={() => show("account")}>
              No API key yet. You can build formulas; add a key to see values.
            </KeyNeeded>
          )}
          <SearchView
            loaded={loaded}
            memory={memory}
            pick={pick}
            open={(r) => openStart({ label: r.text, ...r })}
            reload={() => setLoads(loads + 1)}
            companies={companiesOf(host)}
            rows={!host.spreadsheet}
          />
          {refused && <p class="problem">{refused}</p>}
        </>
      )}
      {view.kind === "table" && <TableForm key={JSON.stringify(view.start)} host={host} selection={selection} start={view.start} say={say} show={show} />}
      {view.kind === "block" &&
        (workbook ? (
          <BlockView host={host} workbook={workbook} selection={selection} form={view.form} change={openBlock} say={say} />
        ) : (
          <WorkbookNeeded host={host} what="insert a block of formulas" />
        ))}
      {view.kind === "row" && <RowView row={view.row} open={openStart} />}
      {view.kind === "company" && <CompanyView host={host} company={view.company} open={openStart} show={show} openBlock={workbook && startBlock} />}
      {view.kind === "choose" && (
        <>
          <p>The formula calls several functions. Choose the one to edit; the rest does not change.</p>
          <ul class="build-calls">
            {view.choice.calls.map((call) => (
              <li key={call.start}>
                <button type="button" class="build-link" onClick={() => go({ kind: "form", form: formOf(call, view.choice.formula, view.choice.place) })}>
                  <code>{call.text}</code>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {view.kind === "form" && (
        <CallForm
          key={`${view.form.spec.id} ${editing?.start ?? ""}`}
          host={host}
          memory={memory}
          form={view.form}
          selection={selection}
          change={(form) => go({ kind: "form", form })}
          open={openStart}
          say={say}
          show={show}
          openBlock={(form) => startBlock(blockFormOf(form))}
        />
      )}
    </section>
  );
}
