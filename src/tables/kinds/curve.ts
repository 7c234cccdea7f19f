import { TENOR_SERIES } from "../../contract/series";
import { TENORS, type Tenor } from "../../contract/vocabulary";
import { LAYOUT, type TableData, type TableKind } from "../kind";
import { DAY_FORMAT, formatOf } from "../number-formats";
import { given, required } from "../read-body";
import { historyData, RANGE_FIELDS, rangeOf, readPoints, START_HINT } from "./history";

/** The Treasury curve over time: a row for each day, a column for each tenor. */
export const CURVE: TableKind = {
  id: "curve",
  title: "Treasury curve over time",
  about: "Constant-maturity yields of all tenors by day.",
  fields: [
    { id: "start", label: "Start", kind: "start", required: true, hint: START_HINT, example: "6m" },
    ...RANGE_FIELDS.filter(({ id }) => id === "end" || id === "frequency" || id === "order"),
    LAYOUT,
  ],
  chart: { x: "date" },
  *read(asked) {
    required(asked, "start", "Start", "6m");
    const range = rangeOf(asked);
    const days = new Map<number, Map<Tenor, number>>();
    const origins: Pick<TableData, "attribution" | "sample" | "retrieved">[] = [];
    for (const tenor of TENORS) {
      const { points, ...origin } = yield* readPoints(`/v1/macro/fred/${TENOR_SERIES[tenor]}/history`, range);
      const { rows } = historyData({ ...asked, order: "oldest" }, { title: "", heading: "", unit: "%", decimals: 2, frequency: "daily", points });
      for (const [day, value] of rows)
        if (typeof day === "number" && typeof value === "number") days.set(day, (days.get(day) ?? new Map<Tenor, number>()).set(tenor, value));
      origins.push(origin);
    }
    // The oldest confirmation counts for the whole table.
    const [retrieved] = origins.flatMap((origin) => origin.retrieved ?? []).sort();
    const rows = [...days].sort(([a], [b]) => a - b).map(([day, yields]) => [day, ...TENORS.map((tenor) => yields.get(tenor) ?? null)]);
    if (given(asked, "order") === "newest") rows.reverse();
    return {
      title: "Treasury yields, constant maturity, %",
      columns: [
        { id: "date", heading: "Date", format: DAY_FORMAT, key: true },
        ...TENORS.map((tenor) => ({ id: tenor, heading: tenor, format: formatOf("%", 2) })),
      ],
      rows,
      attribution: [...new Set(origins.flatMap(({ attribution }) => attribution))],
      sample: origins.some(({ sample }) => sample),
      notes: [],
      ...(retrieved === undefined ? {} : { retrieved }),
    };
  },
};
