import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { commandDesk } from "./command-desk";
import { keyFor } from "./service/service-under-test";
import { freePort } from "./started-service";
import { untilPasses } from "../time";

const ROOT = path.resolve(__dirname, "../..");
const PATHS = { ...process.env, PATH: `${process.env.PATH}${path.delimiter}/usr/sbin` };
const itWithNginx = spawnSync("nginx", ["-v"], { env: PATHS }).status === 0 ? it : it.skip;

/** The blocks of a guide that limit requests, as one configuration. The rate is low, so that only the burst of 40 passes, however long the test takes. */
function recipe(guide: string, port: number, upstream: number): string {
  const blocks = [...readFileSync(path.join(ROOT, "docs", guide), "utf8").matchAll(/^```nginx\n(.*?)^```/gms)].map((m) => m[1]!);
  const [http, ...server] = blocks.filter((block) => block.includes("limit_req"));
  const all = server.length > 0 ? `${http}server {\nlisten 443 ssl;\n${server.join("")}}\n` : http!;
  return all
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*$/gm, "")
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${upstream}`)
    .replace("rate=20r/s", "rate=1r/m");
}

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

const GUIDES = readdirSync(path.join(ROOT, "docs")).filter(
  (name) => name.endsWith(".md") && readFileSync(path.join(ROOT, "docs", name), "utf8").includes("limit_req_zone"),
);

it("nginx is in the guides for a server and for Google Sheets", () => {
  expect(GUIDES).toEqual(["deploy.md", "google-sheets.md"]);
  for (const guide of GUIDES) expect(recipe(guide, 1, 1).match(/limit_req_zone \S+/g)).toEqual(["limit_req_zone $service_client"]);
});

describe.each(GUIDES)("the nginx of docs/%s", (guide) => {
  const desk = commandDesk();
  let upstream: Server;
  let nginx: ChildProcess | undefined;
  let port: number;
  let seen: NodeJS.Dict<string | string[]>[];

  beforeEach(async () => {
    seen = [];
    upstream = createServer((incoming, response) => {
      seen.push(incoming.headers);
      response.end("{}");
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    port = await freePort();
    const folder = desk.cwd;
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
    desk.put(
      "nginx.conf",
      `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log ${folder}/error.log info;\nevents { worker_connections 2000; }\n` +
        `http {\naccess_log ${folder}/access.log;\n${temporary}\n${recipe(guide, port, (upstream.address() as AddressInfo).port)}}\n`,
    );
  });
  afterEach(async () => {
    nginx?.kill("SIGKILL");
    nginx = undefined;
    await new Promise((resolve) => (upstream.close(resolve), upstream.closeAllConnections()));
  });

  const config = (): string[] => ["-p", desk.cwd, "-e", desk.at("error.log"), "-c", desk.at("nginx.conf")];
  const send = (authorization?: string, method = "GET"): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = authorization === undefined ? {} : { authorization };
      const sent = request({ host: "127.0.0.1", port, method, path: "/v1/status", headers, agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.once("error", reject).end();
    });
  const accepted = async (requests: readonly Promise<Reply>[]): Promise<number> => (await Promise.all(requests)).filter(({ status }) => status === 200).length;
  const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

  async function run(): Promise<void> {
    nginx = spawn("nginx", config(), { env: PATHS, stdio: "ignore" });
    await untilPasses(() => send(undefined, "HEAD"));
  }

  itWithNginx("is a valid configuration", () => {
    const { stderr, status } = spawnSync("nginx", ["-t", ...config()], { env: PATHS, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringContaining("syntax is ok")]);
  });

  itWithNginx("limits each key, not the office from whose address all keys come, and logs no key", async () => {
    await run();
    const keys = times(10, (i) => keyFor(`nginx ${i}`));
    expect(await accepted(times(200, (i) => send(`Bearer ${keys[i % 10]}`)))).toBe(200);
    expect(await accepted(times(200, (i) => send(`${["Bearer ", "bearer ", "BEARER  "][i % 3]}${keys[0]}`)))).toBe(21);
    expect(await accepted([send(`Bearer ${keys[1]}`)])).toBe(1);
    expect(seen.at(-1)!["x-forwarded-for"]).toBe("127.0.0.1");
    const logged = ["access.log", "error.log"].map((name) => desk.text(name)).join("");
    expect(logged).toContain("limiting requests");
    expect(keys.filter((key) => logged.includes(key))).toEqual([]);
  });

  itWithNginx("limits an address if its requests have no key, also with invented headers and methods", async () => {
    await run();
    // One was sent while nginx started.
    expect(await accepted(times(100, (i) => send(undefined, ["GET", "POST", "OPTIONS"][i % 3])))).toBe(40);
    expect(await accepted(times(100, (i) => send([`Basic ${i}`, `Bearer ${i}`, `${i}`, `Bearer ${"x".repeat(129 + i)}`][i % 4])))).toBe(0);
    const refused = await send();
    expect([refused.status, refused.headers["retry-after"], JSON.parse(refused.text)]).toEqual([429, "5", { detail: expect.stringContaining("Wait 5 s.") }]);
  });
});
