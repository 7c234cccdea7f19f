import type { Parsed } from "../service/publishers/publisher";

/** What a case of door `row` is about, as far as finding its row goes. */
interface Picked {
  readonly family: string;
  readonly pick?: string;
}

type RowReader = (pick: string, parsed: Parsed) => unknown;

/** How a row is found and put into the words of its case, by family. */
const READERS: Readonly<Record<string, RowReader>> = {};

/** The row of a document that a case means, with the members that are compared; undefined where there is none. */
export const rowOf = ({ family, pick = "" }: Picked, parsed: Parsed): unknown => READERS[family]?.(pick, parsed);
