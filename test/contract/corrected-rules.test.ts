// First: the mock below uses it as soon as the list of publishers is imported.
import { tinyPublisher, withPublisher } from "./tiny-publisher";
import { copyFileSync } from "node:fs";
import { evalCommand } from "../../src/commands/eval";
import type { Io } from "../../src/commands/io";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { repliesTo } from "../../src/commands/verification/own-cases";
import type { Publisher } from "../../src/service/publishers/publisher";
import { NothingServed } from "../../src/service/publishers/reading/text";
import type { RecordRow } from "../../src/service/records/record";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { dataBench } from "./data-bench";

/** The number of this version's rules. Rules 1 read each figure as twice what the document states. */
const version = { rules: 0 };

jest.mock("../../src/service/publishers/all", () => {
  const { PUBLISHERS } = jest.requireActual<{ PUBLISHERS: readonly Publisher[] }>("../../src/service/publishers/all");
  const tiny = tinyPublisher({
    parse: ({ bytes }) => {
      const text = Buffer.from(bytes).toString();
      if (text.includes("withdrawn") && version.rules > 0) throw new NothingServed("it is withdrawn");
      if (!/\n\d/.test(text)) return { title: "tiny claims", rows: [], records: [] };
      const [date = "", value = ""] = (text.split("\n")[1] ?? "").split(",");
      const factor = version.rules === 0 ? 1 : 2;
      const time_ms = Date.parse(`${date}T08:00:00Z`);
      const funding: RecordRow = {
        dataset: "funding",
        entity: "BTC",
        date,
        key: "08:00",
        known: date,
        body: { exchange: "okx", contract: "BTC-USDT-SWAP", time_ms, rate_pct: factor / 100, interval_hours: 8 },
        source: "okx",
      };
      return { title: "tiny claims", rows: [{ series: "ICSA", date, value: Number(value) * factor, source: "dol" }], records: [funding] };
    },
  });
  // A getter, because the number changes within a test.
  Object.defineProperty(tiny, "rules", { get: () => version.rules });
  return withPublisher(PUBLISHERS, tiny);
});

const NOW = Date.UTC(2024, 5, 25, 12);
const bench = dataBench(NOW);
const { run, put, take } = bench;
beforeEach(() => void (version.rules = 0));

const ANNOUNCED =
  "Documents of tiny were read by rules that this version corrects. To read them again, without the network, type: npm run -s data -- rebuild tiny";
const io = (lines: string[]): Io => ({ out: (l) => void lines.push(l), err: (l) => void lines.push(l), cwd: bench.cwd, env: {}, now: () => NOW });

async function claims(): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  await evalCommand(["--json", "--data", ".service", '=SERVICE.FRED("ICSA")'], io(lines));
  return JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
}

/** Rows of funding that are new after a moment. */
async function changes(after: string): Promise<{ rows: number; newest: string }> {
  const url = `/v1/changes?families=funding&symbol=BTC&since=${encodeURIComponent(after)}`;
  const [reply] = await repliesTo([url], bench.at(".service"), undefined, io([]));
  const { data, meta } = reply!.body as { readonly data: { readonly funding: readonly unknown[] }; readonly meta: { readonly next_since: string } };
  return { rows: data.funding.length, newest: meta.next_since };
}

it("announces documents that were read by earlier rules, until one rebuild has read them again", async () => {
  await take("claims.csv", "week,claims\n2024-06-15,119000\n", "tiny");
  expect((await run(["status"])).out).not.toContain("rules that this version corrects");
  version.rules = 1;
  expect((await run(["status"])).out).toContain(ANNOUNCED);
  expect(JSON.parse((await run(["status", "--json"])).out)).toMatchObject({ rebuild: ["tiny"] });
  expect(await claims()).toMatchObject({ value: 119000 });
  expect(await run(["rebuild", "tiny"])).toMatchObject({ status: 0, err: "" });
  expect(await claims()).toMatchObject({ value: 238000, public: expect.not.objectContaining({ revisions: 1 }) as object });
  expect((await run(["status"])).out).not.toContain("rules that this version corrects");
  expect(JSON.parse((await run(["status", "--json"])).out)).toMatchObject({ rebuild: [] });
});

it("documents that bring no rows, or none any more, are announced only until the rebuild", async () => {
  put("empty.csv", "week,claims\n");
  await take("withdrawn.csv", "week,claims\n2024-06-08,119000,withdrawn\n", "tiny", "empty.csv");
  version.rules = 1;
  expect((await run(["status"])).out).toContain(ANNOUNCED);
  expect(await run(["rebuild", "tiny"])).toMatchObject({ status: 0, out: expect.stringContaining("No rows of withdrawn.csv") as string });
  expect((await run(["status"])).out).not.toContain("rules that this version corrects");
});

it("a corrected row is not listed as a change", async () => {
  await take("claims.csv", "week,claims\n2024-06-24,119000\n", "tiny");
  const before = await changes("2024-06-24T00:00:00Z");
  expect(before.rows).toBe(1);
  version.rules = 1;
  await run(["rebuild", "tiny"]);
  expect((await changes(before.newest)).rows).toBe(0);
  expect((await changes("2024-06-24T00:00:00Z")).rows).toBe(1);
});

it("the difference of two locks names the rule as the cause", async () => {
  await take("claims.csv", "week,claims\n2024-06-15,119000\n", "tiny");
  const call = '<c r="A1" cm="1"><f t="array" ref="A1">_xldudf_SERVICE_FRED("ICSA")</f><v>1</v></c>';
  put("before.xlsx", smallFile({ sheets: { S: `<row r="1">${call}</row>` } }));
  copyFileSync(bench.at("before.xlsx"), bench.at("after.xlsx"));
  const lines: string[] = [];
  expect(await refreshCommand(["--lock", "--data", ".service", "before.xlsx"], io(lines))).toBe(0);
  version.rules = 1;
  await run(["rebuild", "tiny"]);
  expect(await refreshCommand(["--lock", "--data", ".service", "after.xlsx"], io(lines))).toBe(0);
  const said: string[] = [];
  await refreshCommand(["diff", "--format", "json", "before.xlsx", "after.xlsx"], io(said));
  expect(said.join("")).toContain('"rule"');
  expect(said.join("")).not.toContain('"revision"');
});
