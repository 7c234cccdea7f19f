import { useEffect, useState } from "preact/hooks";
import { hasServiceCall } from "../../workbook/service-calls";
import { addressOf } from "../../workbook/cell-address";
import { handOver } from "../formula/open-call";
import { FormulaText } from "../formula/formula-text";
import { useSelection } from "../hooks/use-selection";
import type { TabProps } from "../tab";
import { WorkbookRefusal, type Selection, type Workbook } from "../workbook";
import { CallView } from "./call-view";
import { resolveCalls, type ResolvedCall } from "../questions/resolve-calls";
import { NotesToSheet } from "./notes-to-sheet";
import { PlainCell } from "./plain-cell";

type Looked = { readonly of: string; readonly calls: readonly ResolvedCall[]; readonly refused?: string };

/** What the selected cell's calls ask; what comes late for an earlier selection is dropped. */
function useLook(host: TabProps["host"], workbook: Workbook | undefined, selection: Selection | undefined): Looked | undefined {
  const [looked, setLooked] = useState<Looked | undefined>();
  const of = selection ? `${addressOf(selection.active)} ${selection.formula} ${JSON.stringify(selection.shown)}` : "";
  useEffect(() => {
    if (!workbook || !selection || !hasServiceCall(selection.formula)) return setLooked(undefined);
    let over = false;
    resolveCalls([{ ...selection.active, formula: selection.formula }], host.cells.callLog, workbook)
      .then(([calls = []]) => {
        if (!over) setLooked({ of, calls });
      })
      .catch((e: unknown) => {
        if (!over)
          setLooked({ of, calls: [], refused: e instanceof WorkbookRefusal ? e.message : "The cell's arguments could not be read. Select the cell again." });
      });
    return () => {
      over = true;
    };
  }, [host, workbook, of]);
  // While a cell's value changes under way, what it asks stays the same.
  const same = selection !== undefined && looked?.of.startsWith(`${addressOf(selection.active)} ${selection.formula} `);
  return same ? looked : undefined;
}

/** What is known of the selected cell: where its value comes from, of when it is, and what must be said with it. */
export function InspectTab({ host, say, show }: TabProps) {
  const workbook = host.workbook();
  const { selection, refused, told, reread } = useSelection(host);
  const looked = useLook(host, workbook, selection);
  const [chosen, setChosen] = useState({ of: "", at: 0 });
  // A calculation that ends changes what the cell shows, and no selection tells of it.
  useEffect(() => host.onChange(reread), [host, reread]);

  if (!workbook)
    return (
      <section class="dense" aria-labelledby="inspect-title">
        <h2 id="inspect-title">Inspect</h2>
        <p>There is no workbook here. In Excel, or in the workbench, this tab shows where the selected cell's value comes from.</p>
        <div class="buttons">
          <button type="button" onClick={() => show("build")}>
            Build a formula
          </button>
        </div>
      </section>
    );

  const cell = selection ? addressOf(selection.active) : "";
  const service = selection !== undefined && hasServiceCall(selection.formula);
  const at = chosen.of === cell ? Math.min(chosen.at, Math.max((looked?.calls.length ?? 0) - 1, 0)) : 0;
  const call = looked?.calls[at];
  return (
    <>
      <section class="dense" aria-labelledby="inspect-title">
        <h2 id="inspect-title">{cell === "" ? "Inspect" : cell}</h2>
        {!told && <p class="quiet">Reading the selection…</p>}
        {refused && <p class="problem">{refused}</p>}
        {told && !selection && !refused && <p>Select a cell to see where its value comes from.</p>}
        {selection && !service && <PlainCell host={host} workbook={workbook} selection={selection} say={say} show={show} />}
        {selection && service && (
          <>
            <div class="inspect-formula">
              <code>
                <FormulaText text={selection.formula} />
              </code>
              <button
                type="button"
                class="small"
                onClick={() => show("build", handOver({ formula: selection.formula, place: selection.active, ...(call ? { start: call.start } : {}) }))}
              >
                Edit in Build
              </button>
            </div>
            {looked?.refused && <p class="problem">{looked.refused}</p>}
            {looked && looked.calls.length > 1 && (
              <>
                <label for="inspect-call">The formula calls several functions</label>
                <select id="inspect-call" value={String(at)} onChange={(e) => setChosen({ of: cell, at: Number(e.currentTarget.value) })}>
                  {looked.calls.map((c, i) => (
                    <option key={c.start} value={String(i)}>
                      {c.text}
                    </option>
                  ))}
                </select>
              </>
            )}
            {call?.asks.kind === "wrong" && (
              <div class="problem">
                <p>#VALUE! {call.asks.message}</p>
              </div>
            )}
            {call?.asks.kind === "error_in" && (
              <p class="warning">An argument is {call.asks.error}, and the function returns it. Correct the cell that it refers to.</p>
            )}
            {call?.asks.kind === "unknown" && call.asks.why !== undefined && <p class="problem">{call.asks.why}</p>}
            {call?.asks.kind === "unknown" && call.asks.why === undefined && (
              <div class="warning">
                <p>Its arguments are calculated, and it has not recalculated since the workbook was opened. Refresh the selection to see its call.</p>
                <button type="button" onClick={() => show("refresh")}>
                  Go to Refresh
                </button>
              </div>
            )}
            {call?.asks.kind === "question" && (
              <CallView
                key={`${cell} ${call.start} ${call.asks.question.key}`}
                host={host}
                workbook={workbook}
                selection={selection}
                call={call}
                question={call.asks.question}
                say={say}
                show={show}
                reread={reread}
              />
            )}
          </>
        )}
      </section>
      <NotesToSheet host={host} workbook={workbook} say={say} />
    </>
  );
}
