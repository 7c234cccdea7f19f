import type { Level } from "../../../../src/service/records/prediction";
import { algoFlags, fill, slippagesOf, topOf, type YesBook } from "../../../../src/service/families/prediction/book-fill";

const book = (bids: readonly Level[], asks: readonly Level[], at = 0): YesBook => ({ at, bids, asks, bidContracts: 0, askContracts: 0 });
/** 100 + 208 US dollars of offers, and 98 + 192 of bids; mid 0.495. */
const TWO = book([[0.49, 200], [0.48, 400]], [[0.5, 200], [0.52, 400]]); // prettier-ignore

describe("an order filled against a book", () => {
  it("takes level after level, the last one in part", () => {
    // 100 dollars at 0.50 and 52 at 0.52: 200 + 100 contracts.
    expect(fill(TWO, "buy", 152)).toEqual({ vwap: { value: 0.506667 }, slippage: { value: 235.69 }, contracts: { value: 300 }, exhausted: false });
    // 98 dollars at 0.49 and 48 at 0.48: 200 + 100 contracts.
    expect(fill(TWO, "sell", 146)).toEqual({ vwap: { value: 0.486667 }, slippage: { value: 168.35 }, contracts: { value: 300 }, exhausted: false });
    expect(fill(TWO, "buy", 1)).toMatchObject({ vwap: { value: 0.5 }, contracts: { value: 2 } });
  });

  it("is filled at exactly the depth, also of prices without a binary form, and not a cent above", () => {
    expect(fill(TWO, "buy", 308)).toMatchObject({ vwap: { value: 0.513333 }, contracts: { value: 600 }, exhausted: false });
    const none = { value: null, reason: "Depth exhausted: the 2 known levels of offers hold 308 US dollars." };
    expect(fill(TWO, "buy", 308.01)).toEqual({ vwap: none, slippage: none, contracts: none, exhausted: true });
    const odd = book([[0.01, 1]], [[0.1, 1], [0.2, 1], [0.3, 1]]); // prettier-ignore
    expect([fill(odd, "buy", 0.6).exhausted, fill(odd, "buy", 0.61).exhausted]).toEqual([false, true]);
  });

  it("has no price on an empty side, and no slippage if the other side is empty", () => {
    const bidsOnly = book([[0.49, 200]], []);
    expect(fill(bidsOnly, "buy", 1)).toMatchObject({ vwap: { value: null, reason: "Depth exhausted: the book has no offers." }, exhausted: true });
    const slippage = { value: null, reason: "The book has no offers." };
    expect(fill(bidsOnly, "sell", 49)).toEqual({ vwap: { value: 0.49 }, slippage, contracts: { value: 100 }, exhausted: false });
    expect(topOf(bidsOnly)).toMatchObject({ bid: { value: 0.49 }, ask: { value: null }, spread: { value: null }, mid: { value: null } });
    expect(topOf(book([], []))).toMatchObject({ bid: { value: null }, ask: { value: null }, mid: { value: null, reason: "The book has no bids." } });
  });

  it("has no price in a crossed book, and one in a locked book", () => {
    const reason = "The book is crossed: its best bid, 0.52, is above its best offer, 0.5.";
    const crossed = book([[0.52, 100]], [[0.5, 100]]);
    expect(fill(crossed, "buy", 1)).toMatchObject({ vwap: { value: null, reason }, exhausted: false });
    expect(topOf(crossed)).toMatchObject({ bid: { value: 0.52 }, ask: { value: 0.5 }, spread: { value: null, reason }, mid: { value: null, reason } });
    expect(fill(book([[0.5, 100]], [[0.5, 100]]), "buy", 1)).toMatchObject({ vwap: { value: 0.5 }, slippage: { value: 0 } });
  });
});

describe("slippage over a window", () => {
  const thin = book([[0.49, 1]], [[0.5, 1]]);
  const oneSided = book([[0.49, 1000]], []);

  it("counts a snapshot that is too thin as worse than every other one", () => {
    const small = fill(TWO, "buy", 152).slippage.value;
    expect(slippagesOf([TWO, TWO, thin], "buy", 152)).toEqual({
      median: { value: small },
      p90: { value: null, reason: "Depth exhausted in 1 of 3 snapshots of the window." },
      snapshots: 3,
      exhausted: 1,
    });
    expect(slippagesOf([TWO, thin], "buy", 152).median).toEqual({ value: null, reason: "Depth exhausted in 1 of 2 snapshots of the window." });
  });

  it("has the nearest rank as 90th percentile and the mean of the two middle values as median", () => {
    const wider = book([[0.48, 400]], [[0.52, 400]]);
    const ten = [...Array<YesBook>(5).fill(TWO), ...Array<YesBook>(5).fill(wider)];
    // At 0.50 with mid 0.495, and at 0.52 with mid 0.50.
    expect(slippagesOf(ten, "buy", 50)).toMatchObject({ median: { value: 250.51 }, p90: { value: 400 }, snapshots: 10 });
    expect(slippagesOf([...Array<YesBook>(9).fill(TWO), wider], "buy", 50)).toMatchObject({ median: { value: 101.01 }, p90: { value: 101.01 } });
  });

  it("leaves out snapshots without a mid, and is unknown without any other", () => {
    expect(slippagesOf([oneSided, TWO], "sell", 49)).toMatchObject({ median: { value: fill(TWO, "sell", 49).slippage.value }, snapshots: 1, exhausted: 0 });
    const reason = "No snapshot of the window has both sides.";
    for (const books of [[], [oneSided]])
      expect(slippagesOf(books, "sell", 49)).toMatchObject({ median: { value: null, reason }, p90: { value: null, reason }, snapshots: 0 });
  });
});

describe("patterns of automated orders", () => {
  const flags = (books: readonly YesBook[]) => algoFlags(books).map(({ flag, side, snapshots, of }) => [flag, side, snapshots, of]);
  const series = (of: (n: number) => YesBook): YesBook[] => Array.from({ length: 12 }, (_, n) => ({ ...of(n), at: n * 900_000 }));
  /** Different sizes everywhere. */
  const hand = (n: number): YesBook => book([[0.4, 11 + n], [0.39, 37 + 3 * n]], [[0.42, 90 + 7 * n], [0.45, 5]]); // prettier-ignore

  it("are none in uneven orders, nor in fewer than eight snapshots", () => {
    expect(flags(series(hand))).toEqual([]);
    const mirrored = series(() => book([[0.4, 50]], [[0.42, 50]]));
    expect(flags(mirrored.slice(0, 7))).toEqual([]);
    expect(flags(mirrored.slice(0, 8))).toEqual([["mirrored_quotes", "both", 8, 8]]);
  });

  it("are a ladder of equal sizes at equal distances, in half of the snapshots or more", () => {
    const bidAt = (prices: readonly number[], n: number): YesBook => {
      const bids = prices.map((price): Level => [price, 25 + n]);
      return book(bids, [[0.51, 300 + n]]);
    };
    const ladder = (n: number): YesBook => bidAt([0.49, 0.48, 0.47, 0.46], n);
    const uneven = (n: number): YesBook => bidAt([0.49, 0.48, 0.46, 0.45], n);
    expect(flags(series(ladder))).toEqual([["uniform_ladder", "bid", 12, 12]]);
    expect(flags(series((n) => (n < 6 ? ladder(n) : hand(n))))).toEqual([["uniform_ladder", "bid", 6, 12]]);
    expect(flags(series((n) => (n < 5 ? ladder(n) : hand(n))))).toEqual([]);
    expect(flags(series(uneven))).toEqual([]);
  });

  it("are one size at three prices or more, and a depth that falls and comes back", () => {
    const fixed = (prices: number) => (n: number) => book([[0.4, 10 + n]], [[0.42 + (n % prices) / 100, 77]]);
    expect(flags(series(fixed(3)))).toEqual([["fixed_size", "ask", 12, 12]]);
    expect(flags(series(fixed(2)))).toEqual([]);
    const gaps = (every: number) => (n: number) => book([[0.4, n % every === 1 ? 10 : 1000 + n]], [[0.42, 33 + n]]);
    const evidence = "The depth fell by four fifths or more 3 times and came back.";
    expect(algoFlags(series(gaps(4)))).toEqual([{ flag: "depth_flicker", side: "bid", snapshots: 3, of: 12, first: 900_000, last: 8_100_000, evidence }]);
    expect(flags(series(gaps(6)))).toEqual([]);
  });

  it("leave out a crossed book", () => expect(flags(series(() => book([[0.5, 50]], [[0.4, 50]])))).toEqual([]));
});
