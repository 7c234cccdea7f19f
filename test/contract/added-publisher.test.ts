// First: the mock below uses it as soon as the list of publishers is imported.
import { tinyPublisher, withPublisher } from "./tiny-publisher";
import { publisherOf } from "../../src/service/publishers/all";
import type { Publisher } from "../../src/service/publishers/publisher";
import { dataBench } from "./data-bench";

/** Everything that a new publisher needs: one declaration in its own folder, and a line in the list. */
jest.mock("../../src/service/publishers/all", () => {
  const { PUBLISHERS } = jest.requireActual<{ PUBLISHERS: readonly Publisher[] }>("../../src/service/publishers/all");
  const tiny = tinyPublisher({
    parse: ({ bytes }) => {
      const [date = "", value = ""] = (Buffer.from(bytes).toString().split("\n")[1] ?? "").split(",");
      return { title: "tiny claims", rows: [{ series: "ICSA", date, value: Number(value), source: "dol" }], records: [] };
    },
    fetching: {
      schedule: { timeZone: "UTC", on: "daily", at: "09:00" },
      requests: () => [{ part: "all", url: "https://tiny.example/claims.csv" }],
    },
  });
  return withPublisher(PUBLISHERS, tiny);
});

const bench = dataBench(Date.UTC(2024, 5, 25, 12));
const { run, inStore, take } = bench;
const CLAIMS = "week,claims\n2024-06-15,238000\n";
const served = () => inStore((s) => s.observations.latest("ICSA", "2024-06-25", 1).map((o) => o.value));
const line = async () => (await run(["status"])).out.split("\n").find((l) => l.startsWith("tiny "));

it("a publisher that is declared and listed works in status, enable, import, update and rebuild", async () => {
  expect(publisherOf("tiny")).toBeDefined();
  expect(await line()).toMatch(/^tiny +on .* now$/);
  expect((await run(["enable", "tiny"])).out).toContain("Terms: public domain\n  Published at: https://tiny.example/terms\n  Free to use.");

  expect(await take("claims.csv", CLAIMS, "tiny")).toMatchObject({ status: 0, out: expect.stringContaining("claims.csv: tiny claims, 1 date") as string });
  expect(served()).toEqual([238000]);

  bench.loopback.replies("/claims.csv", { body: CLAIMS.replace("238000", "239000") });
  expect((await run(["update", "tiny"])).out).toContain("tiny.claims: 1 document, 0 new rows, 1 changed.");
  expect(await line()).toMatch(/^tiny +on .* 2024-06-26 09:00$/);

  expect(await run(["rebuild", "tiny"])).toMatchObject({ status: 0, err: "" });
  expect(served()).toEqual([239000]);
});

it("documents of an added publisher are checked like those of any other", async () => {
  expect((await take("claims.csv", CLAIMS.replace("238000", "238"), "tiny")).err).toContain(
    "claims.csv: expected ICSA in count, from 50000 to 20000000, got 238",
  );
});
