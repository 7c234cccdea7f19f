import { closeAfter } from "../../../src/commands/until-stopped";
import type { Post } from "../../../src/commands/node-host";
import { selfTest } from "../../../src/commands/start/self-test";

const NOW = Date.UTC(2024, 5, 25, 12, 0, 20);
const GOT_NONE = '^It runs, but =SERVICE\\.FRED\\("DGS10"\\) got no answer\\. ';

const replying =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Post =>
  async () => ({ status, header: (name) => headers[name], text: async () => (typeof body === "string" ? body : JSON.stringify(body)) });
const data = (cell: object): object => ({ data: [{ id: 0, ...cell }], as_of: "2024-06-25T12:00:00Z", meta: {} });
const refused = (code: string, rest: object = {}): object => ({ detail: { code, reason: "A reason.", ...rest } });

it.each([
  ["a sample value", replying(200, data({ value: 4.22, sample: true })), /^It works: =SERVICE\.FRED\("DGS10"\) shows 4\.22 \(sample data\)\.$/],
  ["a published value", replying(200, data({ value: 0, observation_date: "2024-06-20" })), / shows 0 \(published, 2024-06-20\)\.$/],
  ["a reason", replying(200, data({ value: null, code: "no_data", reason: "No data" })), /^It answers: .+ shows n\/a: No data\.$/],
  ["a used-up minute", replying(429, { detail: "More than 600 requests in this minute. Wait 40 s." }), /More than 600 requests in this minute\. Wait 40 s\.$/],
  ["a 429 without a body", replying(429, "", { "retry-after": "7" }), /Too many requests\. .+ in 7 s\.$/],
  ["a used-up month", replying(401, refused("over_quota", { resets_at: "2024-07-01T00:00:00Z" })), /quota is used up until 2024-07-01\. .+ or wait\.$/],
  ["a revoked key", replying(401, refused("revoked_key")), /The API key has been revoked\. Set SERVICE_API_KEY/],
  ["a fault", replying(500, { detail: "A fault." }), /The service had an error, which the log shows\./],
  ["a status of no meaning", replying(418, ""), /with status 418\./],
  ["a body that is not JSON", replying(200, "<html>"), /The service had an error/],
  ["a body without data", replying(200, {}), /The service had an error/],
  ["an empty list", replying(200, { data: [] }), /The service had an error/],
  ["null", replying(200, "null"), /The service had an error/],
  ["an answer without a value", replying(200, data({})), /The service had an error/],
  ["an exception", () => Promise.reject(new Error("no route")), /The service had an error: no route$/],
] as const)("the self-test of a start says in one line what %s means", async (_what, post, words) => {
  const said = await selfTest(post, () => NOW);
  expect(said).toMatch(words);
  expect(said).toMatch(new RegExp(`^It works|^It answers|${GOT_NONE}`));
  expect(said).not.toMatch(/undefined|\n/);
});

describe("closeAfter", () => {
  it("closes what was opened, the last first, and goes on if a part fails", async () => {
    const closed: number[] = [];
    const work = closeAfter(async (closeLater) => {
      closeLater(() => closed.push(1));
      closeLater(() => Promise.reject(new Error("cannot close")));
      closeLater(async () => closed.push(3));
    });
    await expect(work).rejects.toThrow("cannot close");
    expect(closed).toEqual([3, 1]);
  });

  it("throws the error of the work, not that of closing", async () => {
    const closed: number[] = [];
    const work = closeAfter(async (closeLater) => {
      closeLater(() => closed.push(1));
      closeLater(() => {
        throw new Error("cannot close");
      });
      throw new Error("cannot start");
    });
    await expect(work).rejects.toThrow("cannot start");
    expect(closed).toEqual([1]);
  });
});
