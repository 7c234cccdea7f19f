import type { TableKind } from "./kind";
import { HISTORY } from "./kinds/history";

/** All kinds of tables, in the order of the menu. */
export const TABLE_KINDS: readonly TableKind[] = [HISTORY];

/** The kind with this id; undefined for one of a later version. */
export const kindOf = (id: string): TableKind | undefined => TABLE_KINDS.find((kind) => kind.id === id);
