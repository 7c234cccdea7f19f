import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isError } from "../../workbook/cell";
import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { addressOf } from "../../workbook/cell-address";
import { handOver } from "../formula/call-text";
import { SelectField } from "../fields/select-field";
import { useLoaded } from "../hooks/use-loaded";
import type { Asks } from "../questions/resolve-calls";
import { Notice, TryAgain } from "../notices/notice";
import { cellsOf } from "../cells-of";
import type { CellCalls } from "../spreadsheet";
import { FormulaText } from "../formula/formula-text";
import { useSelection } from "../hooks/use-selection";
import type { TabProps } from "../tab";
import { refusalMessage, type Selection } from "../workbook";
import { CallView, type CallViewProps } from "./call-view";
import { brokenCall } from "../words/broken-call";
import { Button, Section } from "../elements";

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
  const asOf = host.spreadsheet && host.asOf();
  const cell = selection ? `${addressOf(selection.active)} ${selection.formula} ` : "";
  const of = selection ? `${cell}${JSON.stringify(selection.shown)} ${asOf ?? ""}` : "";
  const read = async (): Promise<Resolved | undefined> => {
    try {
      const calls = selection && (await callsOf(selection));
      return calls && { of, ...calls };
    } catch (e) {
      const refused = refusalMessage(e, "The cell's arguments could not be read. Select the cell again.");
      return selection && { of, place: selection.active, formula: selection.formula, calls: [], more: 0, refused };
    }
  };
  // A new value of the same formula keeps the previous result until the new one is there.
  const resolved = useLoaded(read, [host, cellsOf(host), of], { keeps: () => true });
  return selection !== undefined && resolved?.of.startsWith(cell) ? resolved : undefined;
}

/** Why a call has no question. */
function AsksNotice({ asks, show }: { readonly asks: Asks } & Pick<TabProps, "show">) {
  switch (asks.kind) {
    case "question":
      return null;
    case "wrong":
      return (
        <div class={asks.blank ? "warning" : "problem"}>
          <p>
            {asks.blank ? "" : "#VALUE! "}
            {asks.message}
          </p>
        </div>
      );
    case "error_in":
      return (
        <p class="warning">
          An argument is {asks.error}, so the function returns {asks.error}. Correct the referenced cell.
        </p>
      );
    case "unknown":
      if (asks.why !== undefined) return <p class="problem">{asks.why}</p>;
      return (
        <Notice button="Go to Refresh" act={() => show("refresh")}>
          The arguments are calculated, and the cell has not been recalculated since the workbook was opened. Refresh the selection to see its call.
        </Notice>
      );
  }
}

interface ServiceCellProps extends Omit<CallViewProps, "place" | "call" | "question"> {
  readonly formula: string;
  readonly resolved: Resolved | undefined;
}

/** A cell that a formula with SERVICE calls fills: the formula, and one of its calls. */
function ServiceCell({ host, cells, selection, formula, resolved, say, show, reread }: ServiceCellProps) {
  const isWorkbook = host.workbook() !== undefined;
  const cell = addressOf(selection.active);
  const calls = resolved?.calls ?? [];
  const [chosen, choose] = useChosenCall(cell, calls.length);
  const broken = isWorkbook ? brokenCall({ formula, value: selection.shown.value }) : undefined;
  const call = calls[chosen];
  const edit = () => show("build", handOver({ formula, place: selection.active, ...(call ? { start: call.start } : {}) }));
  return (
    <>
      <div class="split marked inspect-formula">
        <code>
          <FormulaText text={formula} />
        </code>
        {isWorkbook && <Button class="small" words="Edit in Build" act={edit} />}
      </div>
      {resolved?.filledFrom !== undefined && <p class="quiet">The formula is in {resolved.filledFrom}.</p>}
      {broken && (
        <Notice kind="problem" button="Go to Audit" act={() => show("audit")}>
          {isError(selection.shown.value) ? `${selection.shown.value.error} ` : ""}
          {broken.words}
        </Notice>
      )}
      {resolved?.refused && <p class="problem">{resolved.refused}</p>}
      {calls.length > 1 && (
        <p class="inspect-cell-value">
          {cell} shows <b>{selection.shown.text === "" ? "nothing" : selection.shown.text}</b>, from {calls.length} calls:
        </p>
      )}
      {resolved !== undefined && resolved.more > 0 && (
        <p class="quiet">{resolved.more} more are not listed. Select a single cell that the formula fills to see its source.</p>
      )}
      {calls.length > 1 && (
        <SelectField
          id="inspect-call"
          label="Calls in this formula"
          value={String(chosen)}
          options={calls.map(({ text }, i) => [String(i), text] as const)}
          choose={(i) => choose(Number(i))}
        />
      )}
      {call && !(broken && call.asks.kind === "wrong") && <AsksNotice asks={call.asks} show={show} />}
      {resolved && call?.asks.kind === "question" && (
        <CallView
          key={`${cell} ${call.start} ${call.asks.question.key}`}
          {...{ host, cells, selection, call, say, show, reread }}
          place={resolved.place}
          question={call.asks.question}
        />
      )}
    </>
  );
}

/** Shows where the selected cell's value comes from, its dates and its caveats. */
export function InspectView(props: InspectViewProps) {
  const { host, say, show, plain, children } = props;
  const cells = cellsOf(host);
  const { selection, refused, ready, reread } = useSelection(host);
  const resolved = useResolvedCalls(props, selection);

  // When a calculation ends, the cell's value changes without a selection event.
  useEffect(() => host.onChange(reread), [host, reread]);

  if (!cells)
    return (
      <Section class="dense" id="inspect-title" heading="Inspect">
        <p>No workbook is open. In Excel and in the workbench, this tab shows where the selected cell's value comes from.</p>
        <Button words="Build a formula" act={() => show("build")} />
      </Section>
    );

  const formula = host.spreadsheet ? (resolved?.formula ?? "") : (selection?.formula ?? "");
  const service = host.spreadsheet ? formula !== "" || resolved?.refused !== undefined : hasServiceCall(formula);
  const reading =
    host.spreadsheet !== undefined && resolved === undefined && selection !== undefined && (selection.formula !== "" || selection.shown.text !== "");
  return (
    <>
      <Section class="dense" id="inspect-title" heading={selection ? addressOf(selection.active) : "Inspect"}>
        {!ready && <p class="quiet">Reading the selection…</p>}
        {refused && <TryAgain message={refused} again={reread} />}
        {ready && !selection && !refused && <p>Select a cell to see where its value comes from.</p>}
        {reading && <p class="quiet">Reading the selected cell…</p>}
        {selection && !service && !reading && plain(selection, reread)}
        {selection && service && <ServiceCell {...{ host, cells, selection, formula, resolved, say, show, reread }} />}
      </Section>
      {children}
    </>
  );
}
