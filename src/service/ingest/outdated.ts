import { PUBLISHERS } from "../publishers/all";
import type { Store } from "../store/store";

/** The publishers with stored rows that were read by earlier rules than this version's. Their documents are in the archive: a rebuild reads them again. */
export function outdated({ imports }: Pick<Store, "imports">): string[] {
  const stored = imports.rules();
  return PUBLISHERS.filter(({ id, rules = 0 }) => (stored.get(id) ?? rules) < rules).map(({ id }) => id);
}
