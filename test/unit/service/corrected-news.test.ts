import { openStore, type Store } from "../../../src/service/store/store";
import type { ComputedRow } from "../../../src/service/store/changes";
import { bring, seriesRows } from "../../stored";

const NOW = Date.UTC(2024, 5, 25, 12);
let store: Store;
beforeEach(() => {
  store = openStore({ path: ":memory:", now: () => NOW });
  imported(1);
});
afterEach(() => store.close());

const imported = (value: number) => bring(store, { rows: seriesRows("ICSA", "dol", { "2024-06-15": value }) }, "2024-06-25");
const row = (name: string, version: string): ComputedRow => ({ name, version, since: NOW });
const log = (...rows: ComputedRow[]): void => expect(store.changes.log("signals", rows, NOW)).toBeUndefined();
const rebuilt = (settled?: number): number => store.imports.replay(["test"], new Map(), () => undefined, settled);
const after = (at: number): string[] => store.changes.logged("signals", at).map(({ name, version }) => `${name} ${version}`);

it("what a rebuild corrects is no news: other versions and new rows of a family keep or get no moment", () => {
  log(row("a", "1"), row("b", "1"));
  const seen = store.changes.newest();
  rebuilt(store.imports.last());
  log(row("a", "2"), row("b", "1"), row("c", "1"));
  expect(after(seen)).toEqual([]);
  expect(after(1)).toEqual(["a 2", "b 1"]);
  log(row("a", "2"), row("b", "1"), row("c", "1"), row("d", "1"));
  expect(after(seen)).toEqual(["d 1"]);
});

it("a row of a document that came between the log and the rebuild is news", () => {
  log(row("a", "1"));
  const [seen, settled] = [store.changes.newest(), store.imports.last()];
  imported(2);
  rebuilt(settled);
  log(row("a", "1"), row("b", "1"));
  expect(after(seen)).toEqual(["b 1"]);
});

it("a row of a document that came after the rebuild is news", () => {
  log(row("a", "1"));
  const seen = store.changes.newest();
  rebuilt(store.imports.last());
  imported(2);
  log(row("a", "1"), row("b", "1"));
  expect(after(seen)).toEqual(["b 1"]);
});
