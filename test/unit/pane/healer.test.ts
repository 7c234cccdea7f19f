import { groupFailures, groupTimes } from "../../../src/pane/account/account-tab";
import { connectionLine, type ConnectionFacts } from "../../../src/pane/connection/connection-line";
import { healerOf } from "../../../src/pane/connection/healer";
import type { Failure } from "../../../src/core/failure";
import { type Sent } from "../core/virtual-host";
import { desk, type Desk } from "./in-memory-host";
import { pass, withFakeTimers } from "../../time";

const NOW = Date.parse("2024-06-25T12:00:00Z");
const MINUTE = 60_000;
withFakeTimers({ now: NOW });

interface Outage extends Desk {
  up: boolean;
  /** When the service was tried. */
  readonly probes: number[];
  /** The tickers of each request that the service answered. */
  readonly answered: string[][];
}

/** A workbook of three prices and a fixed service; the cells have been calculated while the service was down. */
async function outage(): Promise<Outage> {
  const d = desk();
  const answer = d.service;
  const o: Outage = Object.assign(d, { up: false, probes: [] as number[], answered: [] as string[][] });
  d.service = (sent: Sent) => {
    if (!o.up) return sent.reply({ status: 0 });
    o.answered.push(sent.cells.map(({ args }) => String(args?.[0])));
    return answer(sent);
  };
  const listen = d.client.onChange;
  Object.assign(d.host, {
    onChange: listen,
    probe: async () => {
      o.probes.push(Date.now() - NOW);
      return o.up;
    },
  });
  for (const [i, ticker] of ["A", "B", "C"].entries()) {
    d.prices.set(ticker, i + 1);
    d.workbook.put(`Sheet1!A${i + 1}`, `=SERVICE.PRICE("${ticker}")`);
  }
  healerOf(d.host);
  await d.workbook.recalculate([0, 1].map((row) => ({ sheet: "Sheet1", row, column: 0 })));
  await pass(10_000);
  return o;
}

it("recalculates exactly the failed cells, in one request, once the service answers", async () => {
  const o = await outage();
  expect(["Sheet1!A1", "Sheet1!A2"].map((a) => o.workbook.at(a).text)).toEqual(["#N/A", "#N/A"]);
  o.workbook.marked.clear();
  o.up = true;
  await pass(2 * MINUTE);
  expect(["Sheet1!A1", "Sheet1!A2"].map((a) => o.workbook.at(a).text)).toEqual(["1", "2"]);
  expect([...o.workbook.marked.values()]).toEqual([1, 1]);
  expect(o.answered).toEqual([["A", "B"]]);
  const tried = o.probes.length;
  await pass(10 * MINUTE);
  expect(o.probes).toHaveLength(tried);
});

it("tries a service that is down with single requests, at most every 45 seconds in the end", async () => {
  const o = await outage();
  const requests = o.wire.sent.length;
  await pass(20 * MINUTE);
  expect(o.wire.sent).toHaveLength(requests);
  const waits = o.probes.slice(1).map((at, i) => at - (o.probes[i] ?? 0));
  expect(waits.at(-1)).toBeGreaterThanOrEqual(45_000);
  expect(o.probes.length).toBeLessThan(35);
  expect(o.host.outage()?.since).toBeLessThanOrEqual(NOW + 10_000);
});

it("stops if the service answers, but not for these cells", async () => {
  const o = await outage();
  o.host.probe = async () => {
    o.probes.push(Date.now());
    return true;
  };
  o.workbook.marked.clear();
  await pass(60 * MINUTE);
  expect(Math.max(...o.workbook.marked.values())).toBeLessThanOrEqual(5);
});

it.each(["serviceCells", "recalculate"] as const)("keeps the cells for the next attempt if the workbook refuses %s", async (method) => {
  const o = await outage();
  o.up = true;
  const works = o.workbook[method] as () => Promise<never>;
  o.workbook[method] = async () => {
    o.workbook[method] = works;
    throw new Error("A cell is being edited.");
  };
  await pass(5 * MINUTE);
  expect(["Sheet1!A1", "Sheet1!A2"].map((a) => o.workbook.at(a).text)).toEqual(["1", "2"]);
});

it("leaves a cell alone that the user has recalculated in the meantime", async () => {
  const o = await outage();
  o.up = true;
  await o.workbook.recalculate([{ sheet: "Sheet1", row: 0, column: 0 }]);
  await pass(50);
  o.workbook.marked.clear();
  await pass(2 * MINUTE);
  expect([...o.workbook.marked]).toEqual([[expect.stringMatching(/A2$/), 1]]);
});

describe("the connection in the bar", () => {
  const facts = (more: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
    connection: () => ({ kind: "connected", baseUrl: "http://localhost:3001", place: "local" }),
    outage: () => undefined,
    keyProblem: () => undefined,
    unanswered: () => 0,
    origin: "published",
    ...more,
  });
  const since = new Date(2024, 5, 25, 9, 5).getTime();
  const down = () => ({ since, failure: { code: "network" } as Failure });
  it.each<[string, Partial<ConnectionFacts>]>([
    ["connected", {}],
    ["sample data", { origin: "sample" }],
    ["partly sample data", { origin: "partly_sample" }],
    ["not answering since 09:05", { outage: down }],
    ["key refused", { keyProblem: () => ({ code: "revoked_key" }), outage: down }],
    ["quota used", { keyProblem: () => ({ code: "over_quota", resetsAt: "2024-07-01T00:00:00Z" }) }],
    ["no API key", { connection: () => ({ kind: "none" }) }],
    ["connecting…", { connection: () => ({ kind: "loading" }) }],
  ])("says %s", (words, more) => expect(connectionLine(facts(more), new Date(2024, 5, 25, 10).getTime()).words).toBe(words));

  it("dates an outage of an earlier day, and counts the cells that it left", () => {
    const line = connectionLine(facts({ outage: down, unanswered: () => 1_200 }), new Date(2024, 5, 26, 1).getTime());
    expect(line.more).toBe("The service has not answered since 2024-06-25 09:05. 1,200 cells are asked again when it does.");
  });
});

it("groups recent failures by their message, with the first and last time", () => {
  const at = (minute: number) => new Date(2024, 5, 25, 14, minute).getTime();
  const failed = (minute: number, failure: Failure) => ({ at: at(minute), question: "SERVICE.PRICE(1)", failure });
  const groups = groupFailures([failed(7, { code: "network" }), failed(6, { code: "server_error" }), failed(5, { code: "network" })]);
  expect(groups.map(([, failures]) => failures.length)).toEqual([2, 1]);
  expect(groups.map(([, failures]) => groupTimes(failures, at(30)))).toEqual(["from 14:05 to 14:07", "at 14:06"]);
});
