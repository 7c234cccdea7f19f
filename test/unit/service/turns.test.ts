import { createTurns, inTurns } from "../../../src/service/answers/turns";
import { evaluateInSlices } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import { createClock } from "../../../src/service/time/clock";
import type { Store } from "../../../src/service/store/store";
import { bring, seriesRows, storeWith } from "../../stored";

/** Turns that begin when the test says so. */
function steppedTurns() {
  const later: (() => void)[] = [];
  const step = (): void => later.splice(0).forEach((go) => go());
  return { ...createTurns((go) => void later.push(go)), step };
}
const idle = () => new Promise((resolve) => setImmediate(resolve));

describe("long work", () => {
  /** Requests that want so many slices each. Returns who had each turn of the event loop. */
  async function turnsOf(requests: readonly { readonly name: string; readonly account: string; readonly slices: number }[]): Promise<string[]> {
    const turns: string[] = [];
    const { turn, step } = steppedTurns();
    let working = requests.length;
    const done = requests.map(async ({ name, account, slices }) => {
      for (let n = 0; n < slices; n++) {
        await turn(account, n);
        turns.push(name);
      }
      working--;
    });
    while (working > 0) {
      step();
      await idle();
    }
    await Promise.all(done);
    return turns;
  }

  it("of two accounts takes turns, however many requests one has", async () => {
    const many = Array.from({ length: 5 }, (_, i) => ({ name: `a${i}`, account: "a", slices: 2 }));
    const turns = await turnsOf([...many, { name: "b", account: "b", slices: 2 }]);
    expect(turns).toHaveLength(12);
    expect(turns.slice(0, 5).filter((name) => name === "b")).toHaveLength(2);
  });

  it("waits for requests that need little time, and has one of four turns meanwhile", async () => {
    const quick = ["b", "b", "c", "c"].map((account) => ({ name: "quick", account, slices: 12 }));
    const turns = await turnsOf([{ name: "scan", account: "a", slices: 100 }, ...quick]);
    const scanned = turns.slice(0, turns.lastIndexOf("quick")).filter((name) => name === "scan").length;
    expect(turns).toHaveLength(148);
    // Its first twelve slices count as little time. Half of the other 48 turns are left then, and it has every fourth.
    expect([scanned > 12, scanned <= 12 + 24 / 3 + 1]).toEqual([true, true]);
  });

  it("has one slice in each turn of the event loop", async () => {
    const { turn, step } = steppedTurns();
    const begun: string[] = [];
    for (const name of ["first", "second", "third"]) void Promise.resolve(turn(name, 0)).then(() => begun.push(name));
    const counts: number[] = [];
    for (let i = 0; i < 4; i++) {
      await idle();
      counts.push(begun.length);
      step();
    }
    expect(counts).toEqual([1, 2, 3, 3]);
  });

  it("ends before its next slice once the client has hung up", async () => {
    const client = new AbortController();
    let slices = 0;
    const work = inTurns({ account: "a", signal: client.signal }, () => {
      if (++slices === 3) client.abort(new Error("The client has hung up."));
      return false;
    });
    await expect(work).rejects.toThrow("The client has hung up.");
    expect(slices).toBe(3);
  });

  it("has slices of 8 ms while another request waits, and of 32 ms otherwise", async () => {
    const { turn, sliceMs, step } = steppedTurns();
    await turn("a", 0);
    expect(sliceMs()).toBe(32);
    const second = turn("b", 0);
    expect(sliceMs()).toBe(8);
    step();
    await second;
    expect(sliceMs()).toBe(32);
  });
});

const DAY = "2024-06-20";
const take = (store: Store, value: number) => bring(store, { rows: seriesRows("DGS10", "user", { [DAY]: value }) }, "2024-06-21");
const clock = createClock("2024-06-28", () => 0);

it("cells that are evaluated in slices are all of one state of the database, also if an import comes between two slices", async () => {
  const store = storeWith("2024-06-21");
  take(store, 4.1);
  let slices = 0;
  // Each slice is one cell long, and before the third there is an import.
  const importing: Store = {
    ...store,
    at: () => importing,
    reading: (work) => {
      if (++slices === 3) take(store, 4.2);
      return store.reading(work);
    },
  };
  let ms = 0;
  const now = jest.spyOn(performance, "now").mockImplementation(() => (ms += 40));
  const cells = readWireCells(Array.from({ length: 6 }, (_, id) => ({ id, fn: "FREDH", args: ["DGS10", DAY, "value"] })));
  const { data } = await evaluateInSlices(cells, { store: importing, clock });
  now.mockRestore();
  expect(data.map(({ id, value }) => [id, value])).toEqual(Array.from({ length: 6 }, (_, id) => [id, 4.2]));
  expect(slices).toBeGreaterThan(6);
  store.close();
});
