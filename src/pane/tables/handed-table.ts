import type { Asked } from "../../tables/kind";

/** A table's form to open, passed from another tab. */
export interface HandedTable {
  readonly kind: string;
  readonly asked: Asked;
}

const MARK = "table ";

export const handTable = (table: HandedTable): string => MARK + JSON.stringify(table);

/** Undefined for anything else that a tab may pass. */
export const readHandedTable = (handed: string): HandedTable | undefined =>
  handed.startsWith(MARK) ? (JSON.parse(handed.slice(MARK.length)) as HandedTable) : undefined;
