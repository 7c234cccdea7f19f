import { readFileSync } from "node:fs";
import path from "node:path";
import { lastDue, nextDue } from "../../../../src/service/ingest/due";
import { nodeTransport } from "../../../../src/service/ingest/transport";
import { PUBLISHERS } from "../../../../src/service/publishers/all";
import type { RequestContext } from "../../../../src/service/publishers/publisher";

const FEEDS = PUBLISHERS.flatMap((publisher) => publisher.feeds.map((feed) => ({ publisher, feed, id: feed.id })));
const FETCHED = FEEDS.filter(({ feed }) => feed.fetching);
const NOW = Date.parse("2026-11-21T12:00:00Z");
const context = (newest: string | undefined): RequestContext => ({
  today: "2026-11-21",
  newest,
  settings: { contact: "you@example.org" },
  tickers: ["320193"],
  filings: (cik = "77") => ["4", "S-1"].map((form) => ({ cik, form, accession: `0000000001-26-00000${form.length}`, filed: "2026-11-20" })),
  keywords: [{ keyword: "oil", storedDays: new Set() }],
  busiestMarkets: () => [{ id: "KXA-26", book: "777" }],
});
const guide = readFileSync(path.resolve(__dirname, "../../../../docs/first-live-run.md"), "utf8");

it("every feed has a unique id that starts with its publisher's id", () => {
  expect(new Set(FEEDS.map((f) => f.id)).size).toBe(FEEDS.length);
  for (const { publisher, id } of FEEDS) expect(id.startsWith(`${publisher.id}.`)).toBe(true);
});

describe.each(FETCHED)("$id", ({ feed, publisher, id }) => {
  const requests = (newest?: string) => feed.fetching?.requests(context(newest)) ?? [];

  it("has a last due time in the past and a next one in the future", () => {
    const { schedule } = feed.fetching!;
    expect(lastDue(schedule, NOW)).toBeLessThanOrEqual(NOW);
    expect(nextDue(schedule, NOW)).toBeGreaterThan(NOW);
  });

  it("requests https addresses only, and each part once", () => {
    expect(requests().length).toBeGreaterThan(0);
    for (const newest of [undefined, "2026-11-13"]) {
      const asked = requests(newest);
      expect(new Set(asked.map((r) => r.part)).size).toBe(asked.length);
      for (const { url } of asked) expect(new URL(url).protocol).toBe("https:");
    }
  });

  it("makes no more requests with stored data than without, and pauses between them", () => {
    expect(requests("2026-11-13").length).toBeLessThanOrEqual(requests().length);
    expect(publisher.msBetween).toBeGreaterThan(0);
  });

  it("is in docs/first-live-run.md", () => {
    expect(guide).toContain(`\`${id}\``);
  });
});

it("docs/first-live-run.md names no feed that does not exist", () => {
  const named = [...guide.matchAll(/^### .*$/gm)].flatMap(([line]) => [...line.matchAll(/`([a-z]+\.[a-z0-9-]+)`/g)].map((m) => m[1] ?? ""));
  expect(named.filter((id) => !FETCHED.some((f) => f.id === id))).toEqual([]);
});

it("the pause between requests ends when the update is stopped", async () => {
  const stopper = new AbortController();
  const rest = nodeTransport(() => 0).sleep(3_600_000, stopper.signal);
  stopper.abort();
  await expect(rest).resolves.toBeUndefined();
  await expect(nodeTransport(() => 0).sleep(3_600_000, stopper.signal)).resolves.toBeUndefined();
});
