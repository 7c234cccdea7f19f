import { readMarkets, publishedMarkets } from "../../../src/service/families/prediction/markets";
import { createClock } from "../../../src/service/time/clock";
import { openStore } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";

const NAMES = Array.from({ length: 1_250 }, (_, i) => `m${String(i).padStart(4, "0")}`);
const state = (id: string, day: string, yes_probability: number) =>
  recordRow("market", id, day, "polymarket", { id, yes_probability, closed: null, end_date: "2024-12-31" });

describe("published markets that are read in slices", () => {
  const store = openStore({ path: ":memory:" });
  const context = { store, clock: createClock("2024-06-25", () => 0) };
  const take = (sha256: string, ...records: ReturnType<typeof state>[]) =>
    void store.insertBatch({ publisher: "test", file: sha256, sha256, rows: [], records }, "2024-06-26");
  take("a", ...NAMES.flatMap((id, i) => [state(id, "2024-06-20", i / 5_000), state(id, "2024-06-24", i / 2_500), state(id, "2024-06-26", 0.9)]));
  afterAll(() => store.close());
  const read = async () => {
    await readMarkets(context);
    return store.reading(() => publishedMarkets(context))!.map(({ id, yes_probability }) => [id, yes_probability]);
  };
  const newest = () =>
    store.records.newestOfEach<{ yes_probability: number }>("market", "2024-06-25").map(({ entity, body }) => [entity, body.yes_probability]);

  it("are the newest states of all, as read at once", async () => {
    expect(await read()).toEqual(NAMES.map((id, i) => [id, i / 2_500]));
    expect(await read()).toEqual(newest());
  });

  it("are read again after an import", async () => {
    take("b", state("m0100", "2024-06-25", 0.77), state("new", "2024-06-25", 0.5));
    const found = await read();
    expect(found).toEqual(newest());
    expect([found.find(([id]) => id === "m0100"), found.at(-1)]).toEqual([
      ["m0100", 0.77],
      ["new", 0.5],
    ]);
  });

  it("count as read by the answers that use them", async () => {
    await readMarkets(context);
    const { versions, rows } = store.reads.watch(() => store.reading(() => publishedMarkets(context)));
    expect([...versions.keys()]).toEqual(["market"]);
    const inOne = store.reads.watch(() => store.records.newestOfEach("market", "2024-06-25")).rows;
    expect(rows.maps.flatMap((map) => [...map])).toEqual(inOne.maps.flatMap((map) => [...map]));
  });
});
