import { useState } from "preact/hooks";
import type { RegistryRow } from "../../contract/wire";
import { addressOf } from "../../workbook/cell-address";
import { cellsOf } from "../cells-of";
import { dataVersionOf } from "../connection/data-version";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import { useSelection } from "../hooks/use-selection";
import { NoKey } from "../notices/no-key";
import { WorkbookNeeded } from "../notices/workbook-section";
import type { PaneHost } from "../pane-host";
import { written } from "../pane-words";
import type { TabProps } from "../tab";
import { TableForm } from "../tables/table-form";
import { hasTables } from "../tables/use-tables";
import type { Selection } from "../workbook";
import { blockForm, blockFormOf } from "./block/plan-block";
import { BlockView } from "./block/block-view";
import { CallForm } from "./call-form";
import { CompanyView } from "./company-view";
import type { BlockForm, Form } from "./form-memory";
import { loadFields, type LoadedFields, contractRows } from "./load-fields";
import type { Start } from "./related";
import { RowView } from "./row-view";
import { SearchView } from "./search-view";
import { companiesOf } from "./search/companies";
import type { Hit } from "./search/find";
import { remarkOfHit, startOfHit } from "./search/start";
import { formOf, useViews, type CallChoice, type View, type Views } from "./use-views";
import { Alert, Button } from "../elements";

/** The registry row of a screener's field or a caveat, from the service if it has sent its rows. */
const rowOf = (name: string, loaded: LoadedFields | undefined): RegistryRow | undefined =>
  (loaded?.ok ? loaded.value : contractRows()).find((row) => `${row.kind} ${row.field}` === name);

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

/** The rows of the service's registry, and a function that loads them again. */
function useFields(host: PaneHost): readonly [loaded: LoadedFields | undefined, reload: () => void] {
  const [loads, setLoads] = useState(0);
  const dataVersion = dataVersionOf(host);
  useChanges(dataVersion);
  const connection = host.connection();
  // A spreadsheet's script takes a second for each request; the search works without the rows.
  const isLoaded = connection.kind === "connected" && !host.spreadsheet;
  const from = connection.kind === "connected" ? connection.baseUrl : connection.kind;
  const loaded = useLoaded(() => (isLoaded ? loadFields(host) : undefined), [host, from, loads, dataVersion.now()], { keeps: () => isLoaded });
  return [loaded, () => setLoads(loads + 1)];
}

interface ViewProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly views: Views;
  readonly selection: Selection | undefined;
  readonly openStart: (start: Pick<Start, "spec" | "inputs">) => void;
  readonly startBlock: (form: BlockForm) => void;
}

/** The search, and what can be opened without it. */
function SearchPage({ host, show, views, selection, refused, openStart, startBlock }: ViewProps & { readonly refused: string | undefined }) {
  const { memory, go, openFormula, problem } = views;
  const [loaded, reload] = useFields(host);
  const at = selection && addressOf(selection.active);
  const pick = (hit: Hit) => {
    const start = startOfHit(hit);
    if (start) return go({ kind: "form", form: { spec: start.spec, inputs: start.inputs, editing: undefined, instead: remarkOfHit(hit, start) } });
    if (hit.kind === "company") return go({ kind: "company", company: hit.company });
    if (hit.kind === "block") return startBlock(blockForm(hit));
    const row = rowOf(hit.figure.row, loaded);
    if (row) go({ kind: "row", row });
  };
  return (
    <>
      {cellsOf(host) && (
        <div class="buttons">
          {host.workbook() && (
            <Button
              class="small"
              words="Edit the selected cell's formula"
              act={() => openFormula({ formula: selection?.formula ?? "", ...(selection ? { place: selection.active } : {}) })}
            />
          )}
          <Button class="small" words="Tickers × fields…" act={() => startBlock(blockForm())} />
          {hasTables(host) && <Button class="small" words="Insert table…" act={() => go({ kind: "table", start: undefined })} />}
        </div>
      )}
      {/* A message about one cell does not apply to the next. */}
      <Alert message={problem?.at === undefined || problem.at === at ? problem?.message : undefined} />
      {host.connection().kind === "none" && <NoKey show={show}>You can build formulas; add a key to see values.</NoKey>}
      <SearchView loaded={loaded} memory={memory} pick={pick} open={openStart} reload={reload} companies={companiesOf(host)} rows={!host.spreadsheet} />
      {refused && <p class="problem">{refused}</p>}
    </>
  );
}

/** A function's form. What was searched for is said above it, while that applies. */
function FormPage({ form, host, say, show, views: { memory, go }, selection, openStart, startBlock }: ViewProps & { readonly form: Form }) {
  const { editing, instead, inputs } = form;
  const applies = instead?.texts.every((text, i) => text === undefined || text === inputs[i]?.text) === true;
  return (
    <>
      {editing && (
        <p class="quiet">
          {editing.place ? `Opened from ${addressOf(editing.place)}` : "Opened from a formula"}
          {editing.start === 1 && editing.end === editing.formula.length ? "." : "; the rest of its formula does not change."}
        </p>
      )}
      <div id="build-remark">{applies && <p class="marked">{instead?.message}</p>}</div>
      <CallForm
        key={`${form.spec.id} ${editing?.start ?? ""}`}
        {...{ host, memory, form, selection, say, show }}
        change={(changed) => go({ kind: "form", form: changed })}
        open={openStart}
        openBlock={(one) => startBlock(blockFormOf(one))}
      />
    </>
  );
}

const ChoosePage = ({ choice: { formula, place, calls }, go }: { readonly choice: CallChoice; readonly go: Views["go"] }) => (
  <>
    <p>The formula calls several functions. Choose the one to edit; the rest does not change.</p>
    <ul class="stack close">
      {calls.map((call) => (
        <li key={call.start}>
          <Button class="build-link" words={<code>{call.text}</code>} act={() => go({ kind: "form", form: formOf(call, formula, place) })} />
        </li>
      ))}
    </ul>
  </>
);

/** Build tab: search, pick, fill in, preview, insert. Also opens existing formulas. */
export function FormulaTab({ host, say, show, handed }: TabProps) {
  const views = useViews(host, handed);
  const { selection, refused } = useSelection(host);
  const { view, memory, go, heading } = views;
  const cells = cellsOf(host);
  const back = view.kind === "form" ? memory.company : undefined;
  const openStart: ViewProps["openStart"] = ({ spec, inputs }) => go({ kind: "form", form: { spec, inputs, editing: undefined } });
  const openBlock = (form: BlockForm) => go({ kind: "block", form });
  // In a spreadsheet each cell with a formula is a run of the script, so that one formula fills as many cells as it can.
  const startBlock = (form: BlockForm) => openBlock({ ...form, spilled: host.spreadsheet !== undefined });
  const props = { host, say, show, views, selection, openStart, startBlock };
  return (
    <section class="dense" aria-labelledby="build-title">
      <div class="split">
        <h2 id="build-title" ref={heading} tabIndex={-1}>
          {titleOf(view)}
        </h2>
        {back && <Button class="small" words={`Back to ${back.ticker}`} act={() => go({ kind: "company", company: back })} />}
        {view.kind !== "search" && <Button class="small" words="Back to search" act={() => go({ kind: "search" })} />}
      </div>
      {view.kind === "search" && <SearchPage {...props} refused={refused} />}
      {view.kind === "table" && <TableForm key={JSON.stringify(view.start)} host={host} selection={selection} start={view.start} say={say} show={show} />}
      {view.kind === "block" &&
        (cells ? (
          <BlockView host={host} workbook={cells} selection={selection} form={view.form} change={openBlock} say={say} />
        ) : (
          <WorkbookNeeded host={host} what="insert a block of formulas" />
        ))}
      {view.kind === "row" && <RowView row={view.row} open={openStart} />}
      {view.kind === "company" && <CompanyView host={host} company={view.company} open={openStart} show={show} openBlock={cells && startBlock} />}
      {view.kind === "choose" && <ChoosePage choice={view.choice} go={go} />}
      {view.kind === "form" && <FormPage {...props} form={view.form} />}
    </section>
  );
}
