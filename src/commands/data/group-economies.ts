/** Above this number, all economies of one indicator share one line: there are hundreds. */
const MOST = 5;

/** Common name of an indicator's series, such as `ECON.gdp.*`; undefined for other series. */
function indicatorOf(series: string): string | undefined {
  const [, indicator, basis = ""] = /^ECON\.([^.]+)\.[^.]+(\.[^.]+)?$/.exec(series) ?? [];
  return indicator === undefined ? undefined : `ECON.${indicator}.*${basis}`;
}

/** Groups series of many economies into one line, at the position of the first. `join` creates that line. */
export function groupEconomies<T extends { readonly series: string }>(rows: readonly T[], join: (series: string, of: readonly [T, ...T[]]) => T): T[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const name = indicatorOf(row.series) ?? row.series;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups].flatMap(([name, group]) => (group.length > MOST ? [join(`${name} (${group.length} economies)`, group)] : group));
}
