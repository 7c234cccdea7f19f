import { distance } from "fastest-levenshtein";

/**
 * The known names nearest to an unknown one, best first, for sentences such as "no series DGS100; the nearest are DGS10, DGS1".
 * A name that begins as the asked one does comes first; ties fall alphabetically.
 */
export function nearest(asked: string, known: readonly string[], most = 3): string[] {
  const wanted = asked.toLowerCase();
  return known
    .map((name) => {
      const n = name.toLowerCase();
      const shared = n.startsWith(wanted) || wanted.startsWith(n) ? 0 : 1;
      return { name, shared, far: distance(wanted, n) };
    })
    .sort((a, b) => Math.min(a.far, a.shared + 1) - Math.min(b.far, b.shared + 1) || a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map((x) => x.name);
}

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`);
