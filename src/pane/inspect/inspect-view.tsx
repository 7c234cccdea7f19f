import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasServiceCall } from "../../workbook/service-calls";
import { addressOf } from "../../workbook/cell-address";
import { handOver } from "../formula/open-call";
import { Notice, TryAgain } from "../notices/notice";
import { cellsOf } from "../cells-of";
import type { CellCalls } from "../spreadsheet";
import { FormulaText } from "../formula/formula-text";
import { useSelection } from "../hooks/use-selection";
import type { TabProps } from "../tab";
import { refusalMessage, type Selection } from "../workbook";
import { CallView } from "./call-view";
import { brokenCall } from "../words/broken-call";

interface CallChoiceProps {
  /** The calls as texts. */
  readonly calls: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

/** Selects one call of a formula; shows nothing for a single call. */
function CallChoice({ calls, chosen, choose }: CallChoiceProps) {
  if (calls.length < 2) return null;
  return (
    <>
      <label for="inspect-call">Calls in this formula</label>
      <select id="inspect-call" value={String(chosen)} onChange={(e) => choose(Number(e.currentTarget.value))}>
        {calls.map((text, i) => (
          <option key={i} value={String(i)}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}

/** The chosen call's index, and a function to choose another. The choice applies to this cell only; another one starts with its first call. */
function useChosenCall(cell: string, count: number): readonly [chosen: number, choose: (index: number) => void] {
  const [choice, setChoice] = useState({ cell: "", index: 0 });
  const chosen = choice.cell === cell ? Math.min(choice.index, Math.max(count - 1, 0)) : 0;
  return [chosen, (index) => setChoice({ cell, index })];
}

interface InspectViewProps extends TabProps {
  /** The calls of the formula that fills a cell; undefined if it cannot have any. */
  readonly callsOf: (selection: Selection) => Promise<CellCalls> | undefined;
  /** A cell without a call. */
  readonly plain: (selection: Selection, reread: () => void) => ComponentChildren;
  /** Sections below. */
  readonly children?: ComponentChildren;
}

interface Resolved extends CellCalls {
  readonly of: string;
  readonly refused?: string;
}

/** Resolves the selected cell's calls. A late result for an earlier selection is dropped. */
function useResolvedCalls({ host, callsOf }: InspectViewProps, selection: Selection | undefined): Resolved | undefined {
  const [resolved, setResolved] = useState<Resolved | undefined>();
  const workbook = cellsOf(host);
  const asOf = host.spreadsheet && host.asOf();
  const cell = selection ? `${addressOf(selection.active)} ${selection.formula} ` : "";
  const of = selection ? `${cell}${JSON.stringify(selection.shown)} ${asOf ?? ""}` : "";
  useEffect(() => {
    const reading = selection && callsOf(selection);
    if (!reading) return setResolved(undefined);
    let over = false;
    const put = (now: CellCalls, refused?: string) => {
      if (!over) setResolved({ of, ...now, ...(refused === undefined ? {} : { refused }) });
    };
    reading.then(put, (e: unknown) =>
      put(
        { place: selection.active, formula: selection.formula, calls: [], more: 0 },
        refusalMessage(e, "The cell's arguments could not be read. Select the cell again."),
      ),
    );
    return () => {
      over = true;
    };
  }, [host, workbook, of]);
  // A new value of the same formula keeps the previous result until the new one is there.
  return selection !== undefined && resolved?.of.startsWith(cell) ? resolved : undefined;
}

/** Shows where the selected cell's value comes from, its dates and its caveats. */
export function InspectView(props: InspectViewProps) {
  const { host, say, show, plain, children } = props;
  const workbook = cellsOf(host);
  const whole = host.workbook();
  const { selection, refused, ready, reread } = useSelection(host);
  const resolved = useResolvedCalls(props, selection);
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

  const formula = host.spreadsheet ? (resolved?.formula ?? "") : (selection?.formula ?? "");
  const service = host.spreadsheet ? formula !== "" || resolved?.refused !== undefined : hasServiceCall(formula);
  const reading =
    host.spreadsheet !== undefined && resolved === undefined && selection !== undefined && (selection.formula !== "" || selection.shown.text !== "");
  const broken = whole && service && selection ? brokenCall({ formula, value: selection.shown.value }) : undefined;
  const call = resolved?.calls[chosen];
  return (
    <>
      <section class="dense" aria-labelledby="inspect-title">
        <h2 id="inspect-title">{cell === "" ? "Inspect" : cell}</h2>
        {!ready && <p class="quiet">Reading the selection…</p>}
        {refused && <TryAgain message={refused} again={reread} />}
        {ready && !selection && !refused && <p>Select a cell to see where its value comes from.</p>}
        {reading && <p class="quiet">Reading the selected cell…</p>}
        {selection && !service && !reading && plain(selection, reread)}
        {selection && service && (
          <>
            <div class="inspect-formula">
              <code>
                <FormulaText text={formula} />
              </code>
              {whole && (
                <button
                  type="button"
                  class="small"
                  onClick={() => show("build", handOver({ formula, place: selection.active, ...(call ? { start: call.start } : {}) }))}
                >
                  Edit in Build
                </button>
              )}
            </div>
            {resolved?.filledFrom !== undefined && <p class="quiet">The formula is in {resolved.filledFrom}.</p>}
            {broken && (
              <Notice kind="problem" button="Go to Audit" act={() => show("audit")}>
                #NAME? {broken.words}
              </Notice>
            )}
            {resolved?.refused && <p class="problem">{resolved.refused}</p>}
            {resolved !== undefined && resolved.calls.length > 1 && (
              <p class="inspect-cell-value">
                {cell} shows <b>{selection.shown.text === "" ? "nothing" : selection.shown.text}</b>, from {resolved.calls.length} calls:
              </p>
            )}
            {resolved !== undefined && resolved.more > 0 && (
              <p class="quiet">{resolved.more} more are not listed. Select a single cell that the formula fills to see its source.</p>
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
              <Notice button="Go to Refresh" act={() => show("refresh")}>
                The arguments are calculated, and the cell has not been recalculated since the workbook was opened. Refresh the selection to see its call.
              </Notice>
            )}
            {resolved && call?.asks.kind === "question" && (
              <CallView
                key={`${cell} ${call.start} ${call.asks.question.key}`}
                host={host}
                cells={workbook}
                place={resolved.place}
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
      {children}
    </>
  );
}
