/** What one question of a truth case came to. */
export interface Verdict {
  readonly id: string;
  readonly asked: string;
  readonly expected: string;
  readonly got: string;
  readonly right: boolean;
}

const near = (expected: unknown, got: unknown, tolerance: number): boolean =>
  typeof expected === "number" && typeof got === "number" ? Math.abs(expected - got) <= tolerance : JSON.stringify(expected) === JSON.stringify(got);

/** Compares every expected member; other members may be there. */
export function agrees(expected: unknown, got: unknown, tolerance: number): boolean {
  if (typeof expected !== "object" || expected === null) return near(expected, got, tolerance);
  if (typeof got !== "object" || got === null) return false;
  return Object.entries(expected).every(([name, value]) => agrees(value, (got as Record<string, unknown>)[name], tolerance));
}

const said = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));

export const verdict = (id: string, asked: string, expected: unknown, got: unknown, tolerance: number): Verdict => ({
  id,
  asked,
  expected: said(expected),
  got: said(got),
  right: agrees(expected, got, tolerance),
});
