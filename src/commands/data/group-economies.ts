import { groupedBy } from "../../contract/lists";

/** Above this number, all economies of one indicator share one line: there are hundreds. */
const MOST = 5;

/** Common name of an indicator's series, such as `ECON.gdp.*`; undefined for other series. */
function indicatorOf(series: string): string | undefined {
  const [, indicator, basis = ""] = /^ECON\.([^.]+)\.[^.]+(\.[^.]+)?$/.exec(series) ?? [];
  return indicator === undefined ? undefined : `ECON.${indicator}.*${basis}`;
}

/** Groups series of many economies into one line, at the position of the first. `join` creates that line. */
export function groupEconomies<T extends { readonly series: string }>(rows: readonly T[], join: (series: string, of: readonly [T, ...T[]]) => T): T[] {
  return [...groupedBy(rows, ({ series }) => indicatorOf(series) ?? series)].flatMap(([name, group]) =>
    group.length > MOST ? [join(`${name} (${group.length} economies)`, group as [T, ...T[]])] : group,
  );
}
