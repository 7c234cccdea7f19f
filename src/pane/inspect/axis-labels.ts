const DAY_S = 86_400;

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** The same label twice says that two different places are one: the later ones are left out. */
const once = (labels: readonly string[]): string[] => labels.map((label, i) => (labels.indexOf(label) < i ? "" : label));

/** Labels of an axis of dates, in UTC: years, months or days, by the distance between labels. Each once. */
export function dateLabels(splits: readonly number[]): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  return once(
    splits.map((s) => {
      const d = new Date(s * 1000);
      const month = `${d.getUTCFullYear()}-${twoDigits(d.getUTCMonth() + 1)}`;
      if (step > 300 * DAY_S) return String(d.getUTCFullYear());
      return step > 26 * DAY_S ? month : `${isOverYears(splits) ? month : month.slice(5)}-${twoDigits(d.getUTCDate())}`;
    }),
  );
}

/** True if two labels without their year would be the same. */
const isOverYears = (splits: readonly number[]): boolean => (splits[splits.length - 1] ?? 0) - (splits[0] ?? 0) > 364 * DAY_S;

const SCALES = [
  [1e9, "B"],
  [1e6, "M"],
  [1e4, "k"],
] as const;
const SIZES: Readonly<Record<string, number>> = { B: 1e9, M: 1e6, k: 1e3 };

function numberLabel(value: number, digits: number): string {
  const [, suffix = ""] = SCALES.find(([least]) => Math.abs(value) >= least) ?? [];
  return `${(value / (SIZES[suffix] ?? 1)).toLocaleString("en-US", { maximumSignificantDigits: digits })}${suffix}`;
}

/** Labels of an axis of numbers, shortened, because the pane is narrow: 7.2M for 7,200,000. They have as many digits as it takes to differ. */
export function numberLabels(splits: readonly number[]): string[] {
  for (let digits = 6; digits < 15; digits += 3) {
    const labels = splits.map((value) => numberLabel(value, digits));
    if (new Set(labels).size === labels.length) return labels;
  }
  return once(splits.map((value) => numberLabel(value, 15)));
}
