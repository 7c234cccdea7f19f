import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isoOfSerial } from "../../contract/dates";
import { keyedRows } from "../../tables/match-table";
import type { TableMemory } from "../../tables/memory";
import { shownText } from "../../tables/row-words";
import { LineChart } from "../inspect/line-chart";

const SECONDS_OF_A_DAY = 86_400;
const EPOCH = 25_569;

interface TableChartProps {
  readonly memory: TableMemory;
  /** Id of the column with the dates. */
  readonly x: string;
}

/** One column of a table over its dates, as it was last refreshed. */
export function TableChart({ memory, x }: TableChartProps) {
  const { columns, rows, gone } = memory;
  const numbers = columns.filter(({ id, key }, c) => id !== x && !key && rows.some((row) => typeof row[c] === "number"));
  const [chosen, choose] = useState(numbers[0]?.id);
  const column = columns.find(({ id }) => id === chosen) ?? numbers[0];
  const points = useMemo(() => {
    const [at, value] = [columns.findIndex(({ id }) => id === x), columns.findIndex(({ id }) => id === column?.id)];
    const away = new Set(gone);
    return [...keyedRows({ columns, rows })]
      .flatMap(([key, row]) => {
        const [day, y] = [row[at], row[value]];
        return typeof day === "number" && !away.has(key) ? [{ day, y: typeof y === "number" ? y : null }] : [];
      })
      .sort((a, b) => a.day - b.day);
  }, [memory, x, column?.id]);
  const whole = useRef<HTMLDivElement>(null);
  // Below a long form, the chart would appear out of sight.
  useLayoutEffect(() => whole.current?.scrollIntoView({ block: "nearest" }), []);
  const xs = useMemo(() => points.map(({ day }) => (day - EPOCH) * SECONDS_OF_A_DAY), [points]);
  const ys = useMemo(() => points.map(({ y }) => y), [points]);
  if (!column || points.length === 0) return <p>No values to draw.</p>;
  return (
    <div ref={whole}>
      {numbers.length > 1 && (
        <div class="field">
          <label for={`table-chart-${memory.id}`}>Column</label>
          <select id={`table-chart-${memory.id}`} value={column.id} onChange={(e) => choose(e.currentTarget.value)}>
            {numbers.map(({ id, heading }) => (
              <option key={id} value={id}>
                {heading}
              </option>
            ))}
          </select>
        </div>
      )}
      <LineChart
        xs={xs}
        ys={ys}
        time
        unit={column.heading}
        label={`${memory.notes[0] ?? "Table"}, ${column.heading}. Arrow keys move between points.`}
        pointWords={(i) => {
          const point = points[i];
          return point && point.y !== null ? `${isoOfSerial(point.day) ?? ""}: ${shownText(point.y, column.format)}` : "no value";
        }}
        marked={undefined}
      />
    </div>
  );
}
