import type { StatedDoubt, Vintage } from "../../records/filings";
import { ascending, byExactness, byFilingOrder, filingOf, isRounding } from "./filing-order";
import type { TagGroup } from "./tags";

/** What one filing states for a line in one period: a value of each tag, and of each sum of tags. */
interface Stated {
  readonly filing: string;
  readonly by: ReadonlyMap<string, Vintage>;
  /** The value that counts as the line. */
  readonly line: Vintage;
  /** A second value that the filing states under the tag of the line, if neither is a rounding of the other. */
  readonly other: number | undefined;
  /** A larger amount beside the line, which shows that the line is only a part. */
  readonly beside: Vintage | undefined;
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
/** Within one filing, values under different tags that differ by more than this are no roundings of each other or of their sum. */
const ROUNDING = 0.005;

const sizeOf = ([, value]: Vintage): number => Math.abs(value);
const isNear = (a: Vintage, b: Vintage): boolean => Math.abs(a[1] - b[1]) <= RESTATED_BY * Math.max(sizeOf(a), sizeOf(b));

const valuesOf = (by: ReadonlyMap<string, Vintage>, tags: readonly string[]): Vintage[] => tags.map((tag) => by.get(tag)).filter((v) => v !== undefined);

/** The sums of a filing whose parts it states. */
function sumsIn(by: ReadonlyMap<string, Vintage>, { tags, sums }: TagGroup): Vintage[] {
  return sums.flatMap(({ parts, all, beyond }): Vintage[] => {
    const found = parts.map((tags) => valuesOf(by, tags)[0]).filter((v) => v !== undefined);
    const [first] = found;
    if (!first || (all && found.length < parts.length)) return [];
    // A stated value that is no less than each part is the total, such as one after eliminations.
    const others = beyond ? tags : tags.filter((tag) => !parts.flat().includes(tag));
    const largest = found.reduce((a, b) => (!beyond && sizeOf(b) > sizeOf(a) ? b : a), first);
    if (valuesOf(by, others).some((v) => sizeOf(v) >= sizeOf(largest))) return [];
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
    // Under two tags, 8,000 and 7,600 are a whole and a part, though one could be rounded from the other.
    if (isRounding(a[1], b[1]) && Math.abs(a[1] - b[1]) <= ROUNDING * sizeOf(a)) return byExactness(a[1], b[1]) <= 0 ? a : b;
    return sizeOf(b) > sizeOf(a) ? b : a;
  }, undefined);
  const line = sums.reduce((a, b) => (!a || sizeOf(b) > sizeOf(a) * (1 + ROUNDING) ? b : a), largest);
  return line ?? stated[0];
}

/** An amount beside the line that is larger than the line, if the line's tag may be only a part. */
function besideOf(by: ReadonlyMap<string, Vintage>, line: Vintage, { parts }: TagGroup): Vintage | undefined {
  if (!parts?.tags.includes(line[4])) return undefined;
  return valuesOf(by, parts.beside).reduce<Vintage | undefined>((a, b) => (sizeOf(b) > sizeOf(a ?? line) ? b : a), undefined);
}

/** Of two values under one tag, one smaller than the other by more than this is typed in another unit, however exact. */
const UNIT_SLIP = 100;

/** The values under one tag in the order in which they count: the exact one before a rounded one, and one in another unit last. */
function byCounting(vintages: readonly Vintage[]): readonly Vintage[] {
  if (vintages.length === 1) return vintages;
  const largest = new Map<string, number>();
  for (const v of vintages) largest.set(v[4], Math.max(largest.get(v[4]) ?? 0, sizeOf(v)));
  const slipped = (v: Vintage): number => (sizeOf(v) * UNIT_SLIP < (largest.get(v[4]) ?? 0) ? 1 : 0);
  return [...vintages].sort((a, b) => slipped(a) - slipped(b) || byExactness(a[1], b[1]) || ascending(a[3], b[3]));
}

/** The value of each tag that counts, and a second one of the tags that have two different values. */
function oneOfEachTag(vintages: readonly Vintage[]): { readonly by: Map<string, Vintage>; readonly others: ReadonlyMap<string, number> } {
  const [by, others] = [new Map<string, Vintage>(), new Map<string, number>()];
  for (const v of byCounting(vintages)) {
    const first = by.get(v[4]);
    if (!first) by.set(v[4], v);
    else if (!others.has(v[4]) && !isRounding(v[1], first[1])) others.set(v[4], v[1]);
  }
  return { by, others };
}

/** What each filing states of a line in one period, oldest first. */
function statedIn(vintages: readonly Vintage[], group: TagGroup): Stated[] {
  const sorted = [...vintages].sort(byFilingOrder);
  const found: Stated[] = [];
  for (let i = 0, next = 0; i < sorted.length; i = next) {
    const v = sorted[i]!;
    while (next < sorted.length && byFilingOrder(sorted[next]!, v) === 0) next++;
    const { by, others } = oneOfEachTag(sorted.slice(i, next));
    const sums = sumsIn(by, group);
    const line = lineOf(by, sums, group);
    for (const sum of sums) by.set(sum[4], sum);
    if (line) found.push({ filing: filingOf(v), by, line, other: others.get(line[4]), beside: besideOf(by, line, group) });
  }
  return found;
}

const partName = (filing: string, tag: string): string => `${filing} ${tag}`;

/** Adds the parts that the filings of one period show. */
export function addShownParts(parts: Map<string, ShownPart>, vintages: readonly Vintage[], group: TagGroup): void {
  if (!group.whole || vintages.every((v) => v[4] === vintages[0]?.[4])) return;
  for (const { filing, by, line } of statedIn(vintages, group))
    for (const [tag, v] of by)
      if (group.tags.includes(tag) && sizeOf(v) * (1 + ROUNDING) < sizeOf(line)) {
        const before = parts.get(partName(filing, tag));
        // Several periods may show it: the largest whole, whatever the order of the file.
        if (!before || sizeOf(line) > Math.abs(before[1])) parts.set(partName(filing, tag), [v[1], line[1]]);
      }
}

/** The values of one line in one period. `parts`: what the same filings show in all periods. */
export function lineValues(vintages: readonly Vintage[], group: TagGroup, parts: ShownParts): LineValues {
  const [counted, passed, doubts]: [Vintage[], Vintage[], StatedDoubt[]] = [[], [], []];
  let current: Vintage | undefined;
  for (const { filing, by, line, other, beside } of statedIn(vintages, group)) {
    const shown = parts.get(partName(filing, line[4]));
    const isAbove = (v: Vintage): boolean => group.above.includes(v[4]);
    const counts: boolean =
      !group.whole ||
      !current ||
      by.has(current[4]) ||
      (isNear(line, current) && !(shown && sizeOf(line) < sizeOf(current))) ||
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
    if (beside) at(`The filing of ${line[0]} states ${line[1]} as ${line[4]} beside ${beside[1]} as ${beside[4]}: it may be only a part.`);
    if (other !== undefined) at(`The filing of ${line[0]} states both ${line[1]} and ${other} as ${line[4]}.`);
  }
  return { counted, passed, doubts };
}
