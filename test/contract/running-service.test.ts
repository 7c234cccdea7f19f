import type { FastifyInstance } from "fastify";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import { UsageError } from "../../src/commands/io";
import { localKey, openLocalService, type LocalService } from "../../src/commands/local-service";
import { answerProof, newRunSecret, writeRunningFile, readRunning, runningService } from "../../src/commands/running";
import { createApp } from "../../src/service/app";
import { commandDesk } from "./command-desk";

const NOW = Date.UTC(2024, 5, 25, 12);
const FORMULA = '=SERVICE.FREDH("DGS10","2024-06-20")';

const desk = commandDesk({ now: NOW });
const { at, io } = desk;

async function imported(folder: string, value: string): Promise<void> {
  desk.put("dgs10.csv", `DATE,DGS10\n2024-06-20,${value}\n`);
  expect(await data(["import", "series", "DGS10", "dgs10.csv", "--data", folder], io)).toBe(0);
}
async function shown(folder: string): Promise<string | undefined> {
  expect(await evalCommand(["--data", folder, FORMULA], io)).toBe(0);
  return desk.out.at(-1);
}

async function opened(folder: string): Promise<LocalService> {
  const local = await openLocalService(at(folder), undefined, io);
  desk.atEnd(() => local.store.close());
  return local;
}

/** A service on this data folder, listening on loopback, that can prove that it wrote running.json. Returns its secret and address. */
async function listening(folder: string, secret = newRunSecret()): Promise<{ app: FastifyInstance; url: string; secret: string; local: LocalService }> {
  const local = await opened(folder);
  let url = "";
  const app = await createApp({ ...local, pages: (open) => answerProof(open, { secret, url: () => url }) });
  desk.atEnd(() => app.close());
  await app.listen({ port: 0, host: "localhost" });
  url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { app, url, secret, local };
}

const note = (folder: string, url: string, secret: string, store: string | undefined): void =>
  writeRunningFile(at(folder), { url, httpsPort: 3000, pid: process.pid, store: store ?? "", secret });

interface Stranger {
  readonly url: string;
  readonly seen: string[];
}

/** Another program on the port in running.json. Records every header and answers as configured. */
async function stranger(answer: (url: string, body: string) => Promise<string> | string): Promise<Stranger> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.once("end", () => {
      seen.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
      void Promise.resolve(answer(request.url ?? "", body)).then((text) => response.setHeader("content-type", "application/json").end(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  desk.atEnd(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, seen };
}

test("eval uses a running service if it proves that it wrote running.json", async () => {
  await imported("mine", "4.26");
  const { url, secret, local } = await listening("mine");
  note("mine", url, secret, local.store.id);
  expect(await runningService(at("mine"))).toMatchObject({ url });
  expect(await shown("mine")).toBe("4.26");
  const { keys, usage } = local.store.ledger;
  const [used] = await usage.used((await keys.find(local.key))!.account, ["month:2024-06"]);
  expect(used).toBeGreaterThan(0);
});

test("eval --as-of asks a running service on today's clock as of that day or moment", async () => {
  await imported("mine", "4.26");
  const { app, url, secret, local } = await listening("mine");
  note("mine", url, secret, local.store.id);
  const asked: (string | undefined)[] = [];
  app.server.on("request", (request: { url?: string }) => asked.push(request.url));
  const asOf = async (when: string): Promise<readonly [string | undefined, boolean]> => {
    asked.length = 0;
    expect(await evalCommand(["--data", "mine", "--as-of", when, FORMULA], io)).toBe(0);
    return [desk.out.at(-1), asked.includes("/sheets/eval")];
  };
  expect(await asOf("2024-06-24")).toEqual(["4.26", true]);
  expect(await asOf("2024-06-19")).toEqual(["n/a: 2024-06-20 is in the future; data runs to 2024-06-19.", true]);
  expect(await asOf("2024-06-20T19:00Z")).toEqual([expect.stringMatching(/^n\/a: /), true]);
  // The day has not ended: the running service cannot answer as of its end, and the command's own service can.
  expect(await asOf("2024-06-25")).toEqual(["4.26", false]);
  await expect(asOf("2024-06-26")).rejects.toThrow(UsageError);
});

test("eval --url --as-of asks that service, and is refused with its sentence if the day is in its future", async () => {
  await imported("mine", "4.26");
  const { url, local } = await listening("mine");
  desk.env = { SERVICE_API_KEY: local.key };
  const asOf = async (when: string): Promise<string | undefined> => {
    expect(await evalCommand(["--url", url, "--as-of", when, FORMULA], io)).toBe(0);
    return desk.out.at(-1);
  };
  expect(await asOf("2024-06-24")).toBe("4.26");
  expect(await asOf("2024-06-19")).toBe("n/a: 2024-06-20 is in the future; data runs to 2024-06-19.");
  desk.clear();
  await expect(asOf("2024-06-25")).rejects.toThrow(
    new UsageError(
      "--as-of: expected a day that has ended in New York, got 2024-06-25; this service's date is 2024-06-25 (2024-06-25T12:00:00Z), so the last such day is 2024-06-24.",
    ),
  );
  expect(desk.out).toEqual([]);
});

test("eval in a copied data folder does not use the original folder's service", async () => {
  await imported("original", "4.26");
  const { url, secret, local } = await listening("original");
  note("original", url, secret, local.store.id);
  cpSync(at("original"), at("copy"), { recursive: true });
  await imported("copy", "9.99");
  expect(readRunning(at("original"))?.store).toBe(local.store.id);
  expect(readRunning(at("copy"))).toBeUndefined();
  expect([await shown("copy"), await shown("original")]).toEqual(["9.99", "4.26"]);
});

test("eval does not use a running service of another data folder", async () => {
  await imported("mine", "4.26");
  await imported("other", "9.99");
  const mine = await opened("mine");
  const { url, secret, local } = await listening("other");
  await local.store.ledger.keys.add(mine.key, "developer", "the same key", "2024-06-25");
  note("mine", url, secret, mine.store.id);
  expect(await shown("mine")).toBe("4.26");
});

describe("another program on the port in an outdated running.json", () => {
  it.each([
    ["an error", () => "{}"],
    ["a proof without the secret", () => JSON.stringify({ proof: "0".repeat(64) })],
    ["the nonce", (_: string, body: string) => JSON.stringify({ proof: (JSON.parse(body) as { nonce: string }).nonce })],
  ])("gets no key when it answers with %s", async (_answer, answer) => {
    await imported("mine", "4.26");
    const { store, key } = await opened("mine");
    const { url, seen } = await stranger(answer);
    note("mine", url, newRunSecret(), store.id);
    expect(await shown("mine")).toBe("4.26");
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^\/local\/proof /);
    expect(seen.join()).not.toContain(key);
    expect(seen.join()).not.toContain("authorization");
  });

  it("gets no key when it passes the nonce on to the real service", async () => {
    await imported("mine", "4.26");
    const { url: real, secret, local } = await listening("mine");
    const { url, seen } = await stranger(async (_, body) =>
      (await fetch(`${real}/local/proof`, { method: "POST", headers: { "content-type": "application/json" }, body })).text(),
    );
    note("mine", url, secret, local.store.id);
    expect(await shown("mine")).toBe("4.26");
    expect(seen.map((line) => line.split(" ")[0])).toEqual(["/local/proof"]);
  });
});

test("running.json is readable only by its owner, even if an earlier one was not", async () => {
  const { store } = await opened("mine");
  const file = at("mine", "running.json");
  writeFileSync(file, "{}", { mode: 0o644 });
  note("mine", "http://localhost:1", newRunSecret(), store.id);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain(localKey(at("mine")));
});

test("the service refuses a proof for a malformed nonce", async () => {
  const { app } = await listening("mine");
  for (const payload of [{}, { nonce: "" }, { nonce: "a key" }, { nonce: 1 }]) {
    const reply = await app.inject({ method: "POST", url: "/local/proof", payload });
    expect(reply.statusCode).toBe(422);
  }
});
