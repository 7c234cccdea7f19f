import { useEffect, useMemo, useState } from "preact/hooks";
import type { IsoDate } from "../../contract/dates";
import { numberWords, unitWords } from "../../sources/answer-words";
import { TryAgain } from "../notices/try-again";
import type { PaneHost } from "../pane-host";
import { RANGES, readHistory, drawnSpan, withGaps, type History, type HistoryRange } from "./history";
import type { HistorySource } from "./history-source";
import { LineChart } from "./line-chart";
import { PointsTable } from "./points-table";

interface HistoryViewProps {
  readonly host: PaneHost;
  readonly source: HistorySource;
  /** The newest day that the service can have. */
  readonly newest: IsoDate;
  /** The cell's observation date. */
  readonly own: IsoDate | undefined;
  readonly say: (sentence: string) => void;
  /** Opens the form of a table with this history; missing without a workbook that has tables. */
  readonly insert?: ((start: IsoDate | undefined) => void) | undefined;
}

/** The last chosen range; also used for the next cell with this kind of history. Few statements fall into a year. */
const lastRange: Record<"statements" | "others", HistoryRange> = { statements: "Max", others: "1Y" };

const PAUSE_MS = 300;

type State = { readonly kind: "reading" } | { readonly kind: "failed"; readonly message: string } | { readonly kind: "read"; readonly history: History };

/** A figure's history, as a chart with a choice of range or as a table. */
export function HistoryView({ host, source, newest, own, say, insert }: HistoryViewProps) {
  const kind = source.frequency === "yearly" || source.frequency === "quarterly" ? "statements" : "others";
  const [range, setRange] = useState<HistoryRange>(lastRange[kind]);
  const [asTable, setAsTable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ kind: "reading" });
  const span = drawnSpan(range, newest, own);
  const asOf = host.asOf();
  useEffect(() => {
    const controller = new AbortController();
    setState((previous) => (previous.kind === "read" ? previous : { kind: "reading" }));
    const read = async () => {
      const result = await readHistory(host, source, span, controller.signal);
      if (!controller.signal.aborted) setState(result.ok ? { kind: "read", history: result.history } : { kind: "failed", message: result.message });
    };
    const timer = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [host, source.id, span.from, span.to, asOf, attempt]);

  const history = state.kind === "read" ? state.history : undefined;
  const drawn = useMemo(() => (history ? withGaps(history.points, source.frequency) : undefined), [history, source]);
  const unit = unitWords(source.unit);
  const found = drawn && own !== undefined ? drawn.at.findIndex((p) => p?.date === own) : -1;
  const first = history?.points[0];
  const last = history?.points[history.points.length - 1];
  const choose = (next: HistoryRange) => setRange((lastRange[kind] = next));
  return (
    <div class="inspect-history">
      <h3>History</h3>
      <p>{source.title}</p>
      <div class="inspect-ranges" role="group" aria-label="Range">
        {RANGES.map((r) => (
          <button key={r} type="button" class="small" aria-pressed={r === range} onClick={() => choose(r)}>
            {r}
          </button>
        ))}
      </div>
      {state.kind === "reading" && <p class="quiet inspect-waiting">Loading the history…</p>}
      {state.kind === "failed" && <TryAgain message={state.message} again={() => setAttempt(attempt + 1)} />}
      {history && drawn && history.points.length === 0 && <p>No observations in this range. Choose a longer one.</p>}
      {history && drawn && history.points.length > 0 && (
        <>
          {asTable ? (
            <PointsTable
              caption={`${source.label}, ${unit}`}
              keyHead="Date"
              valueHead={unit}
              rows={[...history.points].reverse().map((p) => ({ key: p.date, value: p.value }))}
              decimals={source.decimals}
              own={own}
              say={say}
            />
          ) : (
            <LineChart
              xs={drawn.xs}
              ys={drawn.ys}
              time
              unit={unit}
              label={`History of ${source.label}, ${first?.date ?? ""} to ${last?.date ?? ""}. Arrow keys move between points.`}
              pointWords={(at) => {
                const point = drawn.at[at];
                return point ? `${point.date}: ${numberWords(point.value, source.decimals)} ${unit}` : "no observation";
              }}
              marked={found >= 0 ? found : undefined}
            />
          )}
          <div class="inspect-under">
            <button type="button" class="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              Show as table
            </button>
            {insert && (
              <button type="button" class="small" onClick={() => insert(span.from)}>
                Insert history…
              </button>
            )}
            {history.sample && <span class="answer-sample">Sample data</span>}
          </div>
        </>
      )}
    </div>
  );
}
