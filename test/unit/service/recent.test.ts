import { createRecent, createRecentByGroup } from "../../../src/service/store/recent";

test("the newest entries are found, as many as wanted at least and twice as many at most", () => {
  const recent = createRecent<number>(50);
  for (let i = 0; i < 1_000; i++) {
    recent.set(`k${i}`, i);
    const found = Array.from({ length: i + 1 }, (_, k) => recent.get(`k${k}`)).flatMap((value, k) => (value === undefined ? [] : [k]));
    const least = Math.min(i + 1, 50);
    expect(found.length).toBeLessThanOrEqual(100);
    expect(found).toEqual(Array.from({ length: found.length }, (_, n) => i + 1 - found.length + n));
    expect(found.length).toBeGreaterThanOrEqual(least);
  }
});

test("large entries take the place of several small ones", () => {
  const recent = createRecent<string>(50);
  for (const key of ["a", "b", "c"]) recent.set(key, key, 20);
  expect(["a", "b", "c"].map(recent.get)).toEqual(["a", "b", "c"]);
  recent.set("d", "d", 40);
  expect(["a", "b", "c", "d"].map(recent.get)).toEqual([undefined, undefined, "c", "d"]);
});

test("an entry can be replaced, and a cleared cache has none", () => {
  const recent = createRecent<number>(10);
  recent.set("a", 1);
  recent.set("a", 2);
  expect(recent.get("a")).toBe(2);
  recent.clear();
  expect(recent.get("a")).toBeUndefined();
});

describe("a cache by group", () => {
  it("has the newest entries of all groups together, as many as wanted at least and twice as many at most", () => {
    const recent = createRecentByGroup<number>(50);
    for (let i = 0; i < 500; i++) {
      recent.set(`g${i % 3}`, `k${i}`, i);
      const found = Array.from({ length: i + 1 }, (_, k) => recent.get(`g${k % 3}`, `k${k}`)).flatMap((value, k) => (value === undefined ? [] : [k]));
      expect(found.length).toBeLessThanOrEqual(100);
      expect(found).toEqual(Array.from({ length: found.length }, (_, n) => i + 1 - found.length + n));
      expect(found.length).toBeGreaterThanOrEqual(Math.min(i + 1, 50));
    }
  });

  it("has an entry of its own for the same key in another group", () => {
    const recent = createRecentByGroup<string>(10);
    recent.set("2026-11-20", "AAPL", "newer");
    expect(recent.get("2026-11-19", "AAPL")).toBeUndefined();
    recent.set("2026-11-19", "AAPL", "older");
    recent.set("2026-11-19", "AAPL", "older again");
    expect([recent.get("2026-11-20", "AAPL"), recent.get("2026-11-19", "AAPL")]).toEqual(["newer", "older again"]);
    recent.clear();
    expect([recent.get("2026-11-19", "AAPL"), recent.get("2026-11-20", "AAPL")]).toEqual([undefined, undefined]);
  });
});
