import { distance } from "fastest-levenshtein";

/**
 * The known names nearest to an unknown one, best first, for sentences such as "no series DGS100; the nearest are DGS10, DGS1".
 * A name that begins with what was asked counts as one slip away; ties fall alphabetically.
 */
export function nearest(asked: string, known: readonly string[], most = 3): string[] {
  const wanted = asked.toLowerCase();
  const best: { readonly name: string; readonly far: number }[] = [];
  for (const name of known) {
    const n = name.toLowerCase();
    const begins = n.startsWith(wanted);
    const last = best.length < most ? Infinity : (best[best.length - 1]?.far ?? -1);
    // So many slips at least as the lengths differ: most names need no closer look.
    if (!begins && Math.abs(n.length - wanted.length) > last) continue;
    const far = begins ? Math.min(1, distance(wanted, n)) : distance(wanted, n);
    if (far > last) continue;
    const at = best.findIndex((b) => far < b.far || (far === b.far && name < b.name));
    best.splice(at < 0 ? best.length : at, 0, { name, far });
    if (best.length > most) best.pop();
  }
  return best.map(({ name }) => name);
}

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
