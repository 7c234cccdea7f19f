import { useMemo, useState } from "preact/hooks";
import type { IsoDate } from "../../contract/dates";
import { numberWords, unitWords } from "../../sources/answer-words";
import { useLoaded } from "../hooks/use-loaded";
import { TryAgain } from "../notices/notice";
import { PAUSE_MS, RANGES, readHistory, drawnSpan, withGaps, type HistoryRange } from "./history";
import type { HistorySource } from "./history-source";
import { ChartOrTable } from "./points-table";
import type { TabProps } from "../tab";
import { Button } from "../elements";

interface HistoryViewProps extends Pick<TabProps, "host" | "say"> {
  readonly source: HistorySource;
  /** The newest day that the service can have. */
  readonly newest: IsoDate;
  /** The cell's observation date. */
  readonly own: IsoDate | undefined;
  /** Opens the form of a table with this history; missing without a workbook that has tables. */
  readonly insert?: ((start: IsoDate | undefined) => void) | undefined;
}

/** The last chosen range; also used for the next cell with this kind of history. Few statements fall into a year. */
const lastRange: Record<"statements" | "others", HistoryRange> = { statements: "Max", others: "1Y" };

/** A figure's history, as a chart with a choice of range or as a table. */
export function HistoryView({ host, source, newest, own, say, insert }: HistoryViewProps) {
  const kind = source.frequency === "yearly" || source.frequency === "quarterly" ? "statements" : "others";
  const [range, setRange] = useState<HistoryRange>(lastRange[kind]);
  const [attempt, setAttempt] = useState(0);
  const span = drawnSpan(range, newest, own);
  const read = useLoaded((signal) => readHistory(host, source, span, signal), [host, source.id, span.from, span.to, host.asOf(), attempt], {
    pauseMs: PAUSE_MS,
    keeps: ({ ok }) => ok,
  });
  const history = read?.ok ? read.value : undefined;
  const drawn = useMemo(() => (history ? withGaps(history.points, source.frequency) : undefined), [history, source]);
  const unit = unitWords(source.unit);
  const found = drawn && own !== undefined ? drawn.at.findIndex((p) => p?.date === own) : -1;
  const first = history?.points[0];
  const last = history?.points[history.points.length - 1];
  const choose = (next: HistoryRange) => setRange((lastRange[kind] = next));
  return (
    <div class="stack inspect-history">
      <h3>History</h3>
      <p>{source.title}</p>
      <div class="buttons close toggles" role="group" aria-label="Range">
        {RANGES.map((r) => (
          <Button key={r} class="small" aria-pressed={r === range} words={r} act={() => choose(r)} />
        ))}
      </div>
      {!read && <p class="quiet inspect-waiting">Loading the history…</p>}
      {read?.ok === false && <TryAgain message={read.message} again={() => setAttempt(attempt + 1)} />}
      {history && drawn && history.points.length === 0 && <p>No observations in this range. Choose a longer one.</p>}
      {history && drawn && history.points.length > 0 && (
        <ChartOrTable
          chart={{
            xs: drawn.xs,
            ys: drawn.ys,
            time: true,
            unit,
            label: `History of ${source.label}, ${first?.date ?? ""} to ${last?.date ?? ""}. Arrow keys move between points.`,
            pointWords: (at) => {
              const point = drawn.at[at];
              return point ? `${point.date}: ${numberWords(point.value, source.decimals)} ${unit}` : "no observation";
            },
            marked: found >= 0 ? found : undefined,
          }}
          table={{
            caption: `${source.label}, ${unit}`,
            keyHead: "Date",
            valueHead: unit,
            rows: [...history.points].reverse().map((p) => ({ key: p.date, value: p.value })),
            decimals: source.decimals,
            own,
            say,
          }}
          sample={history.sample}
        >
          {insert && <Button class="small" words="Insert history…" act={() => insert(span.from)} />}
        </ChartOrTable>
      )}
    </div>
  );
}
