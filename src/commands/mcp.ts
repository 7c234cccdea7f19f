import { PassThrough, type Readable, type Writable } from "node:stream";
import { keyTrouble, MIN_KEY, withoutKey } from "../core/api-key";
import { LIMITS } from "../core/limits";
import { LargeReply, readBody } from "../core/read-body";
import { retryAfterMs } from "../core/reply";
import { createApp } from "../service/app";
import { networkFetch } from "../service/ingest/transport";
import type { Get } from "../service/mcp/call-tool";
import { servedTools, type ApiDocument } from "../service/mcp/served-tools";
import { openStore } from "../service/store/store";
import { createClock } from "../service/time/clock";
import { dataFolder, UsageError, type Io } from "./io";
import { networkTrusting } from "./network-of";
import { defineCommand } from "./options";
import { runningService } from "./running";
import { serviceAddress } from "./service-address";
import { terminalWords } from "./terminal-words";
import { onStop, processStops } from "./until-stopped";

const HELP = `Serves the MCP tools to an agent, over standard input and output.

  npm run -s mcp

  SERVICE_API_KEY   the key; for the service on this machine, npm run -s key prints it
  SERVICE_URL       the address of a service; default: the one that npm start runs on this machine
  --data DIR        the data folder of that service; default: SERVICE_DATA, else .service`;

const PATIENCE_MS = 30_000;
const NOT_RUNNING = "No service runs on this machine with this data folder. Start it with npm start, or set SERVICE_URL to the address of another.";
const UNREACHABLE = "No connection to the service. Check that it runs, and that SERVICE_URL is its address.";
const TOO_LARGE = `The service's reply is larger than ${LIMITS.replyBytes / 1024 ** 2} MB and was not read. Check that SERVICE_URL is the address of the service.`;
const TOO_LATE = `No answer from the service within ${PATIENCE_MS / 1000} seconds. Try again later.`;

/** The tools' endpoints. A service without data and without a port declares them. */
async function apiDocument({ now }: Io): Promise<ApiDocument> {
  const store = openStore({ path: ":memory:" });
  const app = await createApp({ store, clock: createClock(undefined, now) });
  try {
    return app.swagger() as ApiDocument;
  } finally {
    await app.close();
    store.close();
  }
}

/** Sends requests to the configured service, or to the one that runs on this machine. */
function requests(option: string | undefined, hidden: (text: string) => string, io: Io): Get {
  const url = io.env.SERVICE_URL?.trim();
  const configured = url ? serviceAddress("SERVICE_URL", url, "SERVICE_API_KEY") : undefined;
  const folder = configured ? undefined : dataFolder(option, io);
  const send = configured && !configured.isLocal ? networkFetch(networkTrusting(undefined, io)) : fetch;
  // The service on this machine may be restarted, and must prove each time that it is not another program on its port.
  const address = async (): Promise<string | undefined> => configured?.base ?? (folder === undefined ? undefined : (await runningService(folder))?.url);
  return async (path, authorization, signal) => {
    const base = await address();
    if (base === undefined) throw new Error(NOT_RUNNING);
    const late = AbortSignal.timeout(PATIENCE_MS);
    try {
      const response = await send(`${base}${path}`, {
        headers: { authorization, accept: "application/json" },
        // A redirect would carry the key to another address.
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      const body = await readBody(response.body, new TextDecoder());
      const wait = retryAfterMs(response.headers.get("retry-after") ?? undefined, io.now());
      return {
        status: response.status,
        body: hidden(body),
        ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) }),
      };
    } catch (e) {
      throw new Error(e instanceof LargeReply ? TOO_LARGE : late.aborted ? TOO_LATE : UNREACHABLE, { cause: e });
    }
  };
}

interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** `npm run -s mcp`: an MCP server for one agent, until its input ends. Only messages of the protocol go to the output. */
export const mcpCommand = defineCommand("mcp", HELP, async ({ values }, io, { stdin, stdout }: Streams = process) => {
  const key = io.env.SERVICE_API_KEY?.trim() ?? "";
  const trouble = key === "" ? undefined : keyTrouble(key);
  // A key of another length is for the service to refuse.
  if (trouble?.code === "key_characters") throw new UsageError(`SERVICE_API_KEY: ${terminalWords(trouble)}`);
  /** A text without the key. A shorter key would occur in texts by chance. */
  const hidden = (text: string): string => (key.length < MIN_KEY ? text : withoutKey(text, key));
  const send = requests(values.data, hidden, io);
  const pending = new Set<Promise<unknown>>();
  const get: Get = (...request) => {
    const reply = send(...request);
    pending.add(reply);
    const done = () => void pending.delete(reply);
    reply.then(done, done);
    return reply;
  };
  let release = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (release = onStop(resolve, processStops(io.env))));
  const { serveTools } = await import("../service/mcp/stdio");
  const setting = {
    tools: servedTools(await apiDocument(io)),
    upstream: {
      get,
      howToSetKey: "Set the variable SERVICE_API_KEY in the agent's configuration. For the service on this machine, npm run -s key prints it.",
    },
    ...(key === "" ? {} : { fallback: `Bearer ${key}` }),
  };
  // The library ends at the end of its input without answering pending calls, so it gets the end after the last answer.
  const input = new PassThrough();
  const ended = new Promise<void>((resolve) => stdin.once("end", resolve).once("error", () => resolve()));
  stdin.pipe(input, { end: false });
  const server = serveTools(setting, input, stdout, (e) => io.err(`MCP: ${hidden(e.message)}`));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answered = async (): Promise<void> => {
    await ended;
    await turn();
    while (pending.size > 0) {
      await Promise.allSettled(pending);
      await turn();
    }
  };
  await Promise.race([answered(), stopped]);
  release();
  await server.close();
  stdin.destroy();
  return 0;
});
