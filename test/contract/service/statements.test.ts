import { filer, split, year } from "../../unit/service/families/share-basis/companies-with-splits";
import { openServices } from "./service-under-test";

const serve = openServices();

interface Row {
  readonly period: string;
  readonly figures: readonly { readonly metric: string; readonly value: number | null; readonly split_adjusted?: number | null }[];
}
interface Reply {
  readonly data: readonly Row[];
  readonly meta: { readonly note?: string };
}

describe("GET /v1/equities/statements/{ticker} across a split", () => {
  const filed = async () => {
    const s = await serve({ asOf: "2026-06-01" });
    const records = [
      filer("ABCX"),
      year([{ on: "2024-02-20", times: 1 }], "77", "2023-12-31"),
      year([{ on: "2025-02-20", times: 10 }], "77", "2024-12-31"),
      split("ABCX", "2024-06-10", 10),
    ];
    s.store.insertBatch({ publisher: "test", file: "f", sha256: "f", rows: [], records }, "2026-06-01");
    return s;
  };
  const line = ({ data }: Reply, metric: string) => data.map((row) => row.figures.find((f) => f.metric === metric));

  it("gives per-share lines as filed and in shares of the day, and its note names the split", async () => {
    const reply = (await (await filed()).get("/v1/equities/statements/ABCX")).json<Reply>();
    expect(line(reply, "eps_diluted")).toMatchObject([
      { value: 1000, split_adjusted: 100 },
      { value: 100, split_adjusted: 100 },
    ]);
    expect(line(reply, "shares_diluted")).toMatchObject([{ split_adjusted: 10_000_000 }, { split_adjusted: 10_000_000 }]);
    expect(line(reply, "revenue")[0]).not.toHaveProperty("split_adjusted");
    expect(reply.meta.note).toBe(
      "Per-share figures and share counts are as filed, some of them before the 10-for-1 split of 2024-06-10. split_adjusted has them in shares of 2026-06-01.",
    );
  });

  it("has no note without a split, nor as of a day before it", async () => {
    const s = await filed();
    expect((await s.get("/v1/equities/statements/ABCX?limit=1")).json<Reply>().meta.note).toBeUndefined();
    expect((await s.get("/v1/equities/statements/ABCX?as_of=2024-03-01")).json<Reply>().meta.note).toBeUndefined();
    expect((await s.get("/v1/equities/statements/AAPL")).json<Reply>().meta.note).toBeUndefined();
  });
});
