import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { main } from "../../src/commands/main";
import { refuseNewData } from "../../src/commands/refresh/existing-service";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";

const { at, put, folder, names } = refreshDesk();
const book = bookOf([dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1")]);
const later = globalThis.setTimeout;
const env = { ...process.env };
/** Sets a variable until the test's end, in the object that Node's own modules have too. */
const setEnv = (name: string, value: string): void => void (process.env[name] = value);
let err = "";
beforeEach(() => {
  err = "";
  put("b.xlsx", book);
  setEnv("SERVICE_DATA", at("d"));
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});

const run = (...argv: string[]): Promise<number> => main(["refresh", ...argv]);

/** The address of a service that answers with this; without one, of a port on which nothing listens. */
async function serviceAt(answer: RequestListener | undefined, then: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> => new Promise((closed) => (server.close(() => closed()), server.closeAllConnections()));
  if (answer === undefined) await close();
  await then(url);
  if (answer !== undefined) await close();
}

describe("the exit status of a refresh is", () => {
  it("0 if all books were refreshed or had nothing to refresh", async () => {
    put("none.xlsx", bookOf(['<c r="A1"><v>1</v></c>']));
    expect([await run(at("b.xlsx"), at("none.xlsx")), err]).toEqual([0, ""]);
  });

  it("1 if a book was refused, or --fail-on", async () => {
    put("bad.xlsx", new Uint8Array(3));
    expect(await run(at("bad.xlsx"), at("b.xlsx"))).toBe(1);
    expect(await run("--fail-on", "sample", at("b.xlsx"))).toBe(1);
    expect(err).toContain("would show sample data");
  });

  it("1 if the service is not there", async () => {
    setEnv("SERVICE_API_KEY", "k".repeat(40));
    // The client waits before it tries again.
    jest.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => later(work, ms > 5000 ? ms : 0)) as typeof setTimeout);
    await serviceAt(undefined, async (url) => expect(await run("--url", url, at("b.xlsx"))).toBe(1));
    expect(err).toMatch(/^[^\n]*b\.xlsx: The service cannot be reached\. [^\n]* Nothing was written\. [^\n]*\n$/);
  });

  it("1 if the service refuses the key", async () => {
    setEnv("SERVICE_API_KEY", "k".repeat(40));
    const refuse: RequestListener = (_request, response) =>
      void response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error: "unauthorized", status: 401 }));
    await serviceAt(refuse, async (url) => expect(await run("--url", url, at("b.xlsx"))).toBe(1));
    expect(err).toMatch(/^[^\n]*b\.xlsx: [^\n]* key[^\n]* Nothing was written\. [^\n]*\n$/);
  });

  it("2 if nothing was done: a wrong option, a file that is not there, no key for --url", async () => {
    setEnv("SERVICE_API_KEY", "");
    expect(await run("--dryrun", at("b.xlsx"))).toBe(2);
    expect(await run(at("gone.xlsx"))).toBe(2);
    expect(await run("--url", "http://127.0.0.1:1", at("b.xlsx"))).toBe(2);
    expect(await run()).toBe(2);
    expect(err.split("\n").slice(0, 3)).toEqual([
      "--dryrun is not an option; did you mean --dry-run? Type: npm run -s refresh -- --help",
      expect.stringMatching(/^There is no file .*gone\.xlsx\./),
      expect.stringMatching(/^--url: set the variable SERVICE_API_KEY/),
    ]);
  });

  it("2 if the name of a book begins with a dash, with how to type it", async () => {
    expect(await run("-dash.xlsx")).toBe(2);
    expect(err).toBe("-dash.xlsx is not an option. If that is the name of a file, type: ./-dash.xlsx\n");
  });

  it("2 if the folder that was typed after --data has no data: it is not created, so that nothing shows sample data by mistake", async () => {
    put("b.lock.json", new Uint8Array());
    for (const words of [[], ["verify"], ["trace"], ["find"]]) {
      err = "";
      const rest = words[0] === "trace" ? [at("b.xlsx"), "S!A1"] : words[0] === "find" ? ["4.22"] : [at("b.xlsx")];
      expect(await run(...words, "--data", at("typo"), ...rest)).toBe(2);
      expect(err).toBe(
        `--data: expected a service's data folder, with its file service.db; there is no folder ${at("typo")}. Correct the name, or import data into it first.\n`,
      );
    }
    folder("empty");
    err = "";
    expect(await run("--data", at("empty"), at("b.xlsx"))).toBe(2);
    expect(err).toContain(`with its file service.db; ${at("empty")} has none.`);
    expect([names(), names("empty")]).toEqual([["b.lock.json", "b.xlsx", "empty"], []]);
  });

  it("2 in an installation without data, because every value would be sample data", () => {
    const io = (env: Record<string, string>) => ({ out: () => undefined, err: () => undefined, cwd: at("."), env, now: () => 0 });
    const [unnamed, named] = [io({}), io({ SERVICE_DATA: "d" })];
    expect(() => refuseNewData({}, named, true)).toThrow(
      `There is no data in ${at("d")}, so every value would be sample data. Name the service with --url or its data with --data, or add --allow-sample.`,
    );
    expect(() => refuseNewData({}, unnamed, true)).toThrow(/^There is no data in .*\.service, so every value would be sample data\./);
    refuseNewData({ url: "http://localhost:3001" }, unnamed, true);
    refuseNewData({}, named, false);
    refuseNewData({}, unnamed, false);
    expect(names()).toEqual(["b.xlsx"]);
  });
});
