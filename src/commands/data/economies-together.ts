/** More economies than this of one indicator are one line: there are hundreds of them. */
const MOST = 5;

/** The same name for all economies of one indicator: `ECON.gdp.*`; undefined for a series that is none of an economy. */
function indicatorOf(series: string): string | undefined {
  const [, indicator, basis = ""] = /^ECON\.([^.]+)\.[^.]+(\.[^.]+)?$/.exec(series) ?? [];
  return indicator === undefined ? undefined : `ECON.${indicator}.*${basis}`;
}

/** Lists of series for a person: those of many economies stand in one line, at the place of the first. `join` makes that line of theirs. */
export function economiesTogether<T extends { readonly series: string }>(rows: readonly T[], join: (series: string, of: readonly [T, ...T[]]) => T): T[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const name = indicatorOf(row.series) ?? row.series;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups].flatMap(([name, group]) => (group.length > MOST ? [join(`${name} (${group.length} economies)`, group)] : group));
}
