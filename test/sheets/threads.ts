import type { CellArgument } from "./cells";
import type { CellOutcome, World } from "./world";

/** One cell of a sheet that calculates. */
interface CellCall {
  readonly name: string;
  readonly args?: readonly CellArgument[];
  readonly as?: string;
}

/**
 * Calculates these cells at the same time, like a sheet that opens: each in its own execution, over one cache, one lock and one clock. Outcomes are in the
 * order of the cells. Sheets starts at most `atMost` together; the next begins when one ends.
 */
export async function runAtOnce(world: World, cells: readonly CellCall[], { atMost = 30 }: { readonly atMost?: number } = {}): Promise<CellOutcome[]> {
  const outcomes: CellOutcome[] = [];
  const left = cells.entries();
  const lane = async (): Promise<void> => {
    for (const [i, { name, args, as }] of left) outcomes[i] = await world.call(name, args, as === undefined ? {} : { as });
  };
  await Promise.all(Array.from({ length: Math.min(atMost, cells.length) }, lane));
  return outcomes;
}
