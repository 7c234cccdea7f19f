import { createRecent } from "../../../src/service/store/recent";

const entry = (value: number, size = 1) => ({ value, size });

test("the newest entries of all shelves are found, as many as wanted at least and twice as many at most", () => {
  // Each is looked up in a cache of its own, because a lookup keeps an entry.
  for (let n = 1; n < 300; n += 7) {
    const filled = createRecent<{ value: number; size: number }>(50);
    for (let i = 0; i < n; i++) filled.shelf(`s${i % 3}`).set(`k${i}`, entry(i));
    const found = Array.from({ length: n }, (_, k) => n - 1 - k).filter((k) => filled.shelf(`s${k % 3}`).get(`k${k}`) !== undefined);
    expect(found.slice(0, 50)).toEqual(Array.from({ length: Math.min(n, 50) }, (_, k) => n - 1 - k));
    expect(found.length).toBeLessThanOrEqual(100);
  }
});

test("an entry that is used stays", () => {
  const shelf = createRecent<{ value: number; size: number }>(10).shelf("");
  shelf.set("used", entry(-1));
  for (let i = 0; i < 1_000; i++) {
    shelf.set(`k${i}`, entry(i));
    if (i % 5 === 0) expect(shelf.get("used")?.value).toBe(-1);
  }
  expect(shelf.get("k0")).toBeUndefined();
});

test("large entries take the place of several small ones", () => {
  const shelf = createRecent<{ value: number; size: number }>(50).shelf("");
  for (const key of ["a", "b"]) shelf.set(key, entry(1, 20));
  shelf.set("c", entry(1, 40));
  shelf.set("d", entry(1, 40));
  expect(["a", "b", "c", "d"].map((key) => shelf.get(key)?.size)).toEqual([undefined, undefined, 40, 40]);
});

test("an entry can be replaced, and the same key on another shelf has an entry of its own", () => {
  const recent = createRecent<{ value: number; size: number }>(10);
  recent.shelf("2026-11-20").set("AAPL", entry(1));
  expect(recent.shelf("2026-11-19").get("AAPL")).toBeUndefined();
  recent.shelf("2026-11-19").set("AAPL", entry(2));
  recent.shelf("2026-11-19").set("AAPL", entry(3));
  expect(["2026-11-20", "2026-11-19"].map((day) => recent.shelf(day).get("AAPL")?.value)).toEqual([1, 3]);
});

test("a shelf that was empty for a while is used again, and counts", () => {
  const recent = createRecent<{ value: number; size: number }>(10);
  const shelf = recent.shelf("rare");
  for (let i = 0; i < 50; i++) recent.shelf("often").set(`k${i}`, entry(i));
  for (let i = 0; i < 50; i++) shelf.set(`k${i}`, entry(i));
  expect(recent.shelf("rare")).toBe(shelf);
  expect(Array.from({ length: 50 }, (_, k) => shelf.get(`k${49 - k}`)).findIndex((found) => !found)).toBeLessThanOrEqual(20);
  expect(recent.shelf("often").get("k49")).toBeUndefined();
});

test("dropUnused drops what was neither added nor used since the previous call", () => {
  const recent = createRecent<{ value: number; size: number }>(10);
  const [used, unused] = [recent.shelf("used"), recent.shelf("unused")];
  used.set("a", entry(1));
  unused.set("a", entry(2));
  recent.dropUnused();
  expect(used.get("a")?.value).toBe(1);
  recent.dropUnused();
  expect([used.get("a")?.value, unused.get("a")]).toEqual([1, undefined]);
  // The shelf is in use again, and its entries count.
  for (let i = 0; i < 50; i++) unused.set(`k${i}`, entry(i));
  expect([unused.get("k49")?.value, unused.get("k0"), used.get("a")]).toEqual([49, undefined, undefined]);
});
