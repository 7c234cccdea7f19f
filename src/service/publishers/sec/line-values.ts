import type { StatedDoubt, Vintage } from "../../records/statement";
import { byExactness, byFiling, filingOf, isRounding } from "./filing-order";
import type { TagGroup } from "./tags";

/** What one filing states for a line in one period: a value of each tag, and of each sum of tags. */
interface Stated {
  readonly filing: string;
  readonly by: ReadonlyMap<string, Vintage>;
  /** The value that counts as the line. */
  readonly line: Vintage;
  /** A second value that the filing states under the tag of the line, if neither is a rounding of the other. */
  readonly other: number | undefined;
}

/** A part and the whole of it, as one filing states both for one period. */
export type ShownPart = readonly [part: number, whole: number];

/** By filing and tag: a part of the line, shown by a period in which the filing states the whole too. */
export type ShownParts = ReadonlyMap<string, ShownPart>;

/** The values of a line in one period, oldest filing first. */
interface LineValues {
  /** One of each filing that changes or confirms the line. The last one known on a day counts. */
  readonly counted: readonly Vintage[];
  /** Values that do not count: other tags of the same filing, and parts of the line. */
  readonly passed: readonly Vintage[];
  readonly doubts: readonly StatedDoubt[];
}

/** Values of one line under different tags that differ by at most this much are one line renamed and restated. Otherwise the smaller is a part of the larger. */
const RESTATED_BY = 0.1;
/** Within one filing, a sum must exceed a stated value by more than what rounding of its parts can add. */
const ROUNDING = 0.005;

const sizeOf = ([, value]: Vintage): number => Math.abs(value);
const isNear = (a: Vintage, b: Vintage): boolean => Math.abs(a[1] - b[1]) <= RESTATED_BY * Math.max(sizeOf(a), sizeOf(b));

const valuesOf = (by: ReadonlyMap<string, Vintage>, tags: readonly string[]): Vintage[] => tags.map((tag) => by.get(tag)).filter((v) => v !== undefined);

/** The sums of a filing whose parts it states. */
function sumsIn(by: ReadonlyMap<string, Vintage>, { sums }: TagGroup): Vintage[] {
  return sums.flatMap(({ parts, all }): Vintage[] => {
    const found = parts.map((tags) => valuesOf(by, tags)[0]).filter((v) => v !== undefined);
    const [first] = found;
    if (!first || (all && found.length < parts.length)) return [];
    return [[first[0], found.reduce((sum, v) => sum + v[1], 0), first[2], first[3], `computed: ${found.map((v) => v[4]).join(" + ")}`]];
  });
}

/** The value that counts of those of one filing. */
function lineOf(values: ReadonlyMap<string, Vintage>, sums: readonly Vintage[], group: TagGroup): Vintage | undefined {
  const stated = valuesOf(values, group.tags);
  if (!group.whole) return stated[0];
  const own = stated.filter((v) => !group.above.includes(v[4]));
  const largest = own.reduce<Vintage | undefined>((a, b) => {
    if (!a) return b;
    if (isRounding(a[1], b[1])) return byExactness(a[1], b[1]) <= 0 ? a : b;
    return sizeOf(b) > sizeOf(a) ? b : a;
  }, undefined);
  const line = sums.reduce((a, b) => (!a || sizeOf(b) > sizeOf(a) * (1 + ROUNDING) ? b : a), largest);
  return line ?? stated[0];
}

/** The exact value of each tag, and a second one of the tags that have two different values. */
function oneOfEachTag(vintages: readonly Vintage[]): { readonly by: Map<string, Vintage>; readonly others: ReadonlyMap<string, number> } {
  const [by, others] = [new Map<string, Vintage>(), new Map<string, number>()];
  const ordered = vintages.length === 1 ? vintages : [...vintages].sort((a, b) => byExactness(a[1], b[1]));
  for (const v of ordered) {
    const first = by.get(v[4]);
    if (!first) by.set(v[4], v);
    else if (!others.has(v[4]) && !isRounding(v[1], first[1])) others.set(v[4], v[1]);
  }
  return { by, others };
}

/** What each filing states of a line in one period, oldest first. */
function statedIn(vintages: readonly Vintage[], group: TagGroup): Stated[] {
  const sorted = [...vintages].sort(byFiling);
  const found: Stated[] = [];
  for (let i = 0, next = 0; i < sorted.length; i = next) {
    const v = sorted[i]!;
    while (next < sorted.length && byFiling(sorted[next]!, v) === 0) next++;
    const { by, others } = oneOfEachTag(sorted.slice(i, next));
    const sums = sumsIn(by, group);
    const line = lineOf(by, sums, group);
    for (const sum of sums) by.set(sum[4], sum);
    if (line) found.push({ filing: filingOf(v), by, line, other: others.get(line[4]) });
  }
  return found;
}

const partName = (filing: string, tag: string): string => `${filing} ${tag}`;

/** Adds the parts that the filings of one period show. */
export function addShownParts(parts: Map<string, ShownPart>, vintages: readonly Vintage[], group: TagGroup): void {
  if (!group.whole || vintages.every((v) => v[4] === vintages[0]?.[4])) return;
  for (const { filing, by, line } of statedIn(vintages, group))
    for (const [tag, v] of by)
      if (group.tags.includes(tag) && sizeOf(v) < sizeOf(line) && !isNear(v, line)) {
        const before = parts.get(partName(filing, tag));
        // Several periods may show it: the largest whole, whatever the order of the file.
        if (!before || sizeOf(line) > Math.abs(before[1])) parts.set(partName(filing, tag), [v[1], line[1]]);
      }
}

/** The values of one line in one period. `parts`: what the same filings show in all periods. */
export function lineValues(vintages: readonly Vintage[], group: TagGroup, parts: ShownParts): LineValues {
  const [counted, passed, doubts]: [Vintage[], Vintage[], StatedDoubt[]] = [[], [], []];
  let current: Vintage | undefined;
  for (const { filing, by, line, other } of statedIn(vintages, group)) {
    const shown = parts.get(partName(filing, line[4]));
    const isAbove = (v: Vintage): boolean => group.above.includes(v[4]);
    const counts: boolean =
      !group.whole ||
      !current ||
      by.has(current[4]) ||
      isNear(line, current) ||
      (isAbove(line) === isAbove(current) ? sizeOf(line) > sizeOf(current) : !isAbove(line));
    for (const [tag, v] of by) if (group.tags.includes(tag) && (v !== line || !counts)) passed.push(v);
    if (!counts && current) {
      // Without the whole in another period, only the smaller value suggests that it is a part.
      if (!shown && !isAbove(line))
        doubts.push([
          line[0],
          current[2],
          `The filing of ${line[0]} states ${line[1]} as ${line[4]}, the one of ${current[0]} ${current[1]} as ${current[4]}.`,
        ]);
      continue;
    }
    current = line;
    counted.push(line);
    const at = (sentence: string): void => void doubts.push([line[0], line[2], sentence]);
    if (shown) at(`The filing of ${line[0]} states ${line[1]} as ${line[4]}, which in another period is only a part: ${shown[0]} of ${shown[1]}.`);
    if (other !== undefined) at(`The filing of ${line[0]} states both ${line[1]} and ${other} as ${line[4]}.`);
  }
  return { counted, passed, doubts };
}
