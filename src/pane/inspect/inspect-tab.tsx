import { useEffect, useState } from "preact/hooks";
import { hasServiceCall } from "../../workbook/service-calls";
import { addressOf } from "../../workbook/cell-address";
import { handOver } from "../formula/open-call";
import { FormulaText } from "../formula/formula-text";
import { useSelection } from "../hooks/use-selection";
import type { TabProps } from "../tab";
import { refusalMessage, type Selection, type Workbook } from "../workbook";
import { CallChoice, useChosenCall } from "./call-choice";
import { CallView } from "./call-view";
import { resolveCalls, type ResolvedCall } from "../questions/resolve-calls";
import { brokenCall } from "../words/broken-call";
import { NotesToSheet } from "./notes-to-sheet";
import { PlainCell } from "./plain-cell";

type Resolved = { readonly of: string; readonly calls: readonly ResolvedCall[]; readonly refused?: string };

/** Resolves the selected cell's calls. A late result for an earlier selection is dropped. */
function useResolvedCalls(host: TabProps["host"], workbook: Workbook | undefined, selection: Selection | undefined): Resolved | undefined {
  const [resolved, setResolved] = useState<Resolved | undefined>();
  const of = selection ? `${addressOf(selection.active)} ${selection.formula} ${JSON.stringify(selection.shown)}` : "";
  useEffect(() => {
    if (!workbook || !selection || !hasServiceCall(selection.formula)) return setResolved(undefined);
    let over = false;
    resolveCalls([{ ...selection.active, formula: selection.formula }], host.cells.callLog, workbook)
      .then(([calls = []]) => {
        if (!over) setResolved({ of, calls });
      })
      .catch((e: unknown) => {
        if (!over) setResolved({ of, calls: [], refused: refusalMessage(e, "The cell's arguments could not be read. Select the cell again.") });
      });
    return () => {
      over = true;
    };
  }, [host, workbook, of]);
  // A new value of the same formula keeps the previous result until the new one is there.
  const same = selection !== undefined && resolved?.of.startsWith(`${addressOf(selection.active)} ${selection.formula} `);
  return same ? resolved : undefined;
}

/** Shows where the selected cell's value comes from, its dates and its caveats. */
export function InspectTab({ host, say, show }: TabProps) {
  const workbook = host.workbook();
  const { selection, refused, ready, reread } = useSelection(host);
  const resolved = useResolvedCalls(host, workbook, selection);
  const cell = selection ? addressOf(selection.active) : "";
  const [chosen, choose] = useChosenCall(cell, resolved?.calls.length ?? 0);

  // When a calculation ends, the cell's value changes without a selection event.
  useEffect(() => host.onChange(reread), [host, reread]);

  if (!workbook)
    return (
      <section class="dense" aria-labelledby="inspect-title">
        <h2 id="inspect-title">Inspect</h2>
        <p>No workbook is open. In Excel and in the workbench, this tab shows where the selected cell's value comes from.</p>
        <div class="buttons">
          <button type="button" onClick={() => show("build")}>
            Build a formula
          </button>
        </div>
      </section>
    );

  const service = selection !== undefined && hasServiceCall(selection.formula);
  const broken = service ? brokenCall({ formula: selection.formula, value: selection.shown.value }) : undefined;
  const call = resolved?.calls[chosen];
  return (
    <>
      <section class="dense" aria-labelledby="inspect-title">
        <h2 id="inspect-title">{cell === "" ? "Inspect" : cell}</h2>
        {!ready && <p class="quiet">Reading the selection…</p>}
        {refused && <p class="problem">{refused}</p>}
        {ready && !selection && !refused && <p>Select a cell to see where its value comes from.</p>}
        {selection && !service && <PlainCell host={host} workbook={workbook} selection={selection} say={say} show={show} reread={reread} />}
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
            {broken && (
              <div class="problem">
                <p>#NAME? {broken.words}</p>
                <button type="button" onClick={() => show("audit")}>
                  Go to Audit
                </button>
              </div>
            )}
            {resolved?.refused && <p class="problem">{resolved.refused}</p>}
            {resolved !== undefined && resolved.calls.length > 1 && (
              <p class="inspect-cell-value">
                {cell} shows <b>{selection.shown.text === "" ? "nothing" : selection.shown.text}</b>, from {resolved.calls.length} calls:
              </p>
            )}
            <CallChoice calls={resolved?.calls.map(({ text }) => text) ?? []} chosen={chosen} choose={choose} />
            {!broken && call?.asks.kind === "wrong" && (
              <div class={call.asks.blank ? "warning" : "problem"}>
                <p>
                  {call.asks.blank ? "" : "#VALUE! "}
                  {call.asks.message}
                </p>
              </div>
            )}
            {call?.asks.kind === "error_in" && (
              <p class="warning">
                An argument is {call.asks.error}, so the function returns {call.asks.error}. Correct the referenced cell.
              </p>
            )}
            {call?.asks.kind === "unknown" && call.asks.why !== undefined && <p class="problem">{call.asks.why}</p>}
            {call?.asks.kind === "unknown" && call.asks.why === undefined && (
              <div class="warning">
                <p>
                  The arguments are calculated, and the cell has not been recalculated since the workbook was opened. Refresh the selection to see its call.
                </p>
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
