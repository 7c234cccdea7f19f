/** Result of one question of a truth case. */
export interface Verdict {
  readonly id: string;
  readonly asked: string;
  readonly expected: string;
  readonly got: string;
  readonly right: boolean;
}

const near = (expected: unknown, got: unknown, tolerance: number): boolean =>
  typeof expected === "number" && typeof got === "number" ? Math.abs(expected - got) <= tolerance : JSON.stringify(expected) === JSON.stringify(got);

/** Compares every expected member. Other members are ignored. */
export function agrees(expected: unknown, got: unknown, tolerance: number): boolean {
  if (typeof expected !== "object" || expected === null) return near(expected, got, tolerance);
  if (typeof got !== "object" || got === null) return false;
  return Object.entries(expected).every(([name, value]) => agrees(value, (got as Record<string, unknown>)[name], tolerance));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));

export const verdict = (id: string, asked: string, expected: unknown, got: unknown, tolerance: number): Verdict => ({
  id,
  asked,
  expected: textOf(expected),
  got: textOf(got),
  right: agrees(expected, got, tolerance),
});
