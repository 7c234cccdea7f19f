import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { ROOT } from "../../src/commands/io";

/** A command in its own process; `start` waits until the service runs or reports a failure. */
export interface Started {
  readonly child: ChildProcess;
  readonly http: number;
  readonly https: number;
  readonly folder: string;
  /** Everything that it wrote to stdout and stderr. */
  printed(): string;
  /** Its exit status, after it has ended. */
  readonly ended: Promise<number | null>;
}

/** The number of a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Scripts that `npm start` and the other commands run, without a key in the environment. */
export function command(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Pick<Started, "child" | "printed" | "ended"> {
  const rest = { ...process.env };
  delete rest.SERVICE_API_KEY;
  delete rest.SERVICE_FRED_KEY;
  const child = spawn(process.execPath, [path.join(ROOT, "scripts", "run.mjs"), ...argv], {
    cwd: ROOT,
    env: { ...rest, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  return { child, printed: () => text, ended: new Promise((resolve) => child.once("close", resolve)) };
}

/** Starts the service as of a past day, on free ports, unless other options and ports are given. */
export async function start(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  ports?: { http?: number; https?: number },
  options: readonly string[] = ["--as-of", "2024-06-25"],
): Promise<Started> {
  const http = ports?.http ?? (await freePort());
  const https = ports?.https ?? (await freePort());
  const run = command(["start", "--http-port", String(http), "--https-port", String(https), "--data", folder, ...options], env);
  const running = new Promise<void>((resolve) =>
    [run.child.stdout, run.child.stderr].forEach((stream) =>
      stream?.on("data", () => /To stop, press Ctrl\+C\.|start failed:/.test(run.printed()) && resolve()),
    ),
  );
  await Promise.race([running, run.ended]);
  return { ...run, http, https, folder };
}
