import type { FunctionName } from "../../../src/contract/functions";
import { ADDRESSES } from "./addresses";
import type { ServiceUnderTest } from "./service-under-test";

/** A row of an endpoint with figures of cells. */
export interface FigureRow {
  readonly [figure: string]: number | string | boolean | null | undefined | object;
  readonly reasons?: Readonly<Record<string, { readonly code: string; readonly reason: string }>>;
  readonly sample?: true;
}

/** A figure of a row, and the cell that shows it. */
export type FigureAndCell = readonly [row: FigureRow, figure: string, fn: string, ...args: (string | null)[]];

/** The figures of a row of the function's address, and the cells of these names that show them. */
export const figuresOf = (row: FigureRow, fn: FunctionName, ...names: readonly string[]): FigureAndCell[] =>
  Object.entries(ADDRESSES.find((address) => address.fn === fn)!.figures).map(([field, figure]) => [row, figure, fn, ...names, field]);

/** The figures that differ from their cells: another value, or another reason. */
export async function unlikeCells(s: ServiceUnderTest, pairs: readonly FigureAndCell[]): Promise<unknown[]> {
  const { data } = await s.cells(pairs.map(([, , fn, ...args]) => ({ fn, args })));
  return pairs.flatMap(([row, figure, ...cell], i) => {
    const { value, code, reason, explanation } = data[i]!;
    const own = row.reasons?.[figure];
    const same = row[figure] === value && (value !== null || (own?.code === code && own?.reason === (explanation ?? reason)));
    return same ? [] : [{ figure, row: row[figure], own, cell, value, code }];
  });
}
