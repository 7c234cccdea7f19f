import { distance } from "fastest-levenshtein";

/**
 * The known names nearest to an unknown one, best first, for sentences such as "no series DGS100; the nearest are DGS10, DGS1".
 * A name that begins with what was asked counts as one slip away; ties fall alphabetically.
 */
export function nearest(asked: string, known: readonly string[], most = 3): string[] {
  const wanted = asked.toLowerCase();
  const far = (name: string): number => {
    const n = name.toLowerCase();
    return n.startsWith(wanted) ? Math.min(1, distance(wanted, n)) : distance(wanted, n);
  };
  return known
    .map((name) => ({ name, far: far(name) }))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map((x) => x.name);
}

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
