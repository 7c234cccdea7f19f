import { existsSync } from "node:fs";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import type { Server, Socket } from "node:net";
import path from "node:path";
import { shown } from "../../contract/arguments";
import { orList } from "../../contract/nearest";
import { createApp } from "../../service/app";
import type { FreeKeys } from "../../service/http/keys/free-keys";
import { isPublisherOn } from "../../service/ingest/due";
import { bookFetcher } from "../../service/ingest/fetch-book";
import { fredFetcher } from "../../service/ingest/fetch-fred";
import { nodeTransport } from "../../service/ingest/transport";
import { fred } from "../../service/publishers/fred/fred";
import { BUILD } from "../../service/store/version";
import { MINUTE_MS } from "../../service/time/durations";
import { ALL_RECEIVERS, PUBLIC_RECEIVERS } from "../../service/webhooks/send";
import { certificates, renewalLine } from "../certificates";
import { restoredWords } from "../data/activate";
import { lostWords, outdatedWords } from "../data/warnings";
import { startDeliveries } from "./deliveries";
import { frameHostsOf, frameLine } from "./frame-hosts";
import { fredKey, fredLine } from "./fred-key";
import { databaseOf, dataFolder, dataOption, type Io, namedFolder, typedOrSet, UsageError, WEB } from "../io";
import { startUpdates } from "./live";
import { isDirect } from "./local-key";
import { environmentKey, type LocalService, newKey, openLocalService } from "../local-service";
import { asOfOption, refuseFuture } from "../as-of-option";
import { createLocalUpdates, updateProcess } from "../local-update/local-updates";
import { createMonitoring } from "./metrics";
import { createLog, LOG_LEVELS, type LogLevel } from "./log";
import { networkTrusting } from "../network-of";
import { appPost } from "../node-host";
import { defineCommand, type parseOptions } from "../options";
import { ownFolder } from "../own-folder";
import { pages } from "./pages";
import { answerProof, newRunSecret, removeRunningFile, runningService, writeRunningFile } from "../running";
import { SELF_TEST, selfTest } from "./self-test";
import { closeAfter, onStop, processStops } from "../until-stopped";
import { ensureWebBuild } from "../web-build";

const HELP = `Starts the add-in and the service on this machine.

  npm start
  npm start -- --as-of 2024-06-25     as of that day, or a moment such as 2024-06-25T14:30Z: later data is ignored

  --http-port N     for a browser, on loopback; default: 3001
  --https-port N    for Excel; default: 3000, as in the manifest
  --live            fetches due data in the background, as npm run -s data -- update does
  --private-webhooks  allows webhooks to this machine and to private networks, also over http
  --ca FILE         for updates: additional certificates to trust, in PEM
  --no-local-key    gives no key to the pages of this machine; for a service behind a proxy. Or set SERVICE_NO_LOCAL_KEY=1
  --free-keys N     lets anyone who reaches the service create a free key, at most N a day for one address. Or set SERVICE_FREE_KEYS
  --top-up-price USD  the price of 1,000 further requests in US dollars, such as 0.50, for quotes. Or set SERVICE_TOP_UP_PRICE
  --log-level LEVEL error, warn, info (default) or debug, which logs every request without its address's parameters. Or set SERVICE_LOG_LEVEL
  --public-host H   the name under which a proxy reaches the service, such as addin.example.com; /mcp accepts no other. Or set SERVICE_PUBLIC_HOST
  --frame-hosts LIST  further sites that may show the pane in a frame, such as intranet.example.com,*.egnyte.com. If the pane of Excel on the web stays
                    blank, add the site in the browser's address bar. Or set SERVICE_FRAME_HOSTS
  --pages DIR       serves the built pages in this folder; default: dist/web, rebuilt if a source is newer
  --data DIR        the data folder, which holds data and key; default: SERVICE_DATA, else .service`;

/** How often requests that are counted in memory are stored, after another process has held the ledger's lock. */
const STORE_EVERY_MS = 1000;
/** How often what is cached as of past moments, and was not used meanwhile, is dropped. */
const DROP_UNUSED_EVERY_MS = 10 * MINUTE_MS;
/** How long a stop waits for that lock to store them: less than what systemd waits for a stop. */
const LAST_WAIT_MS = 60_000;

function port(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1 || n > 65_535) throw new UsageError(`--${name}: expected a port from 1 to 65535, got "${text}".`);
  return n;
}

/** Reads a switch from a variable: on unless it is blank, 0, false or no. */
const isSwitchedOn = (text: string | undefined): boolean => !["", "0", "false", "no"].includes(text?.trim().toLowerCase() ?? "");

/** Reads `--log-level`, else `SERVICE_LOG_LEVEL`. */
function logLevelOf(option: string | undefined, env: Io["env"]): LogLevel {
  const { text = "info", from } = typedOrSet("log-level", option, env);
  const level = LOG_LEVELS.find((of) => of === text.toLowerCase());
  if (level !== undefined) return level;
  throw new UsageError(`${from}: expected ${orList(LOG_LEVELS)}, got ${JSON.stringify(text)}.`);
}

/** Reads how many free keys one address may create daily; undefined if the service creates none. */
function freeKeysOf(option: string | undefined, env: Io["env"]): FreeKeys | undefined {
  const { text, from } = typedOrSet("free-keys", option, env);
  if (text === undefined) return undefined;
  const perAddress = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (perAddress < 1) throw new UsageError(`${from}: expected a number of keys from 1 to 999, got ${JSON.stringify(text)}.`);
  return { perAddress, newKey };
}

/** Reads the price of 1,000 further requests, in hundredths of a US dollar; undefined if the operator has set none. */
function topUpCentsOf(option: string | undefined, env: Io["env"]): number | undefined {
  const { text, from } = typedOrSet("top-up-price", option, env);
  if (text === undefined) return undefined;
  const [, dollars, cents = ""] = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const price = Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
  if (price > 0) return price;
  throw new UsageError(`${from}: expected the price of 1,000 requests in US dollars, such as 0.50, got ${JSON.stringify(text)}.`);
}

/** Reads `--public-host`: names for `/mcp` besides those of this machine. */
function publicHosts(option: string | undefined, env: Io["env"]): readonly string[] {
  const { text: name, from } = typedOrSet("public-host", option, env);
  if (!name) return [];
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name))
    throw new UsageError(`${from}: expected a host name such as addin.example.com, without https:// and port, got ${shown(name)}.`);
  return [name.toLowerCase()];
}

/** Validates the folder of `--pages`. */
function namedPages(option: string, io: Io): string {
  const folder = path.resolve(io.cwd, option);
  if (existsSync(path.join(folder, "taskpane.html"))) return folder;
  throw new UsageError(`--pages: expected a folder of built pages, but ${folder} has no taskpane.html. To build pages into dist/dev, type: npm run build:dev`);
}

const listening = (server: Server, address: string, at: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: address, port: at, ipv6Only: address === "::1" }, () => {
      server.off("error", reject);
      resolve();
    });
  });

/** Listens on both loopback addresses, because `localhost` may be either; without IPv6 only on the first. */
async function listen(make: () => Server, option: string, at: number): Promise<Server[]> {
  const open: Server[] = [];
  for (const address of ["127.0.0.1", "::1"]) {
    const server = make();
    try {
      await listening(server, address, at);
      open.push(server);
    } catch (e) {
      const { code } = e as NodeJS.ErrnoException;
      if (address === "::1" && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) continue;
      open.forEach((s) => s.close());
      if (code === "EADDRINUSE")
        throw new UsageError(
          `Port ${at} is in use, perhaps by a service that is already running. Stop that program, or choose another port: npm start -- --${option} ${at + 10}`,
        );
      if (code === "EACCES")
        throw new UsageError(
          `Port ${at} needs administrator rights. Choose one above 1024: npm start -- --${option} 30${String(at).slice(-2).padStart(2, "0")}`,
        );
      throw e;
    }
  }
  return open;
}

interface Running {
  readonly now: Io["now"];
  readonly log: ReturnType<typeof createLog>;
  readonly closeLater: CloseLater;
}

/** Opens the app with the pages, for requests from this machine. */
async function openApp(
  { store, clock, currentKey }: LocalService,
  settings: Settings,
  { url, secret, now, log, closeLater }: Running & { readonly url: string; readonly secret: string },
) {
  const { httpPort, httpsPort, network, folder, fredSecret, receivers, freeKeys, topUpCents, hosts, runKey, frameHosts } = settings;
  const origins = ["localhost", "127.0.0.1", "[::1]"].flatMap((host) => [`http://${host}:${httpPort}`, `https://${host}:${httpsPort}`]);
  const localKey = settings.localKeyIsOff ? undefined : currentKey;
  const transport = nodeTransport(now, network);
  const updates = createLocalUpdates({
    store,
    database: databaseOf(folder),
    run: updateProcess(folder, process.env, settings.certificatesOfUpdates),
    hasFredKey: fredSecret !== undefined,
    inFolder: settings.inFolder,
    now,
  });
  closeLater(() => updates.stop());
  const metrics = createMonitoring(store, now);
  const app = await createApp({
    store,
    clock,
    receivers,
    live: fredFetcher({ transport, key: fredSecret, warn: log.warn }),
    books: bookFetcher({ transport, decisions: store.decisions }),
    freeKeys,
    topUpCents,
    onFault: (message) => log.error(`Service error: ${message}`),
    onReply: (reply) => {
      const { method, route, status, ms } = reply;
      log.debug(`${method} ${route} ${status} ${Math.round(ms)} ms`);
      metrics.onReply(reply);
    },
    onCells: metrics.onCells,
    // Like the local key, the key of this run is not for visitors of a proxy.
    mcp: { hosts, key: (request) => (localKey !== undefined && isDirect(request) ? runKey : undefined) },
    pages: async (open) => {
      await pages({ web: settings.pagesNamed ?? WEB, key: localKey, origins, updates, frameHosts })(open);
      answerProof(open, { secret, url: () => url });
      metrics.serve(open);
    },
  });
  closeLater(() => app.close());
  return app;
}

/** Starts what works besides requests: webhooks, updates if they are wanted, and what frees memory. */
function startBackground(
  { store, clock }: LocalService,
  { asOf, isLive, receivers, folder, certificatesOfUpdates }: Settings,
  { now, log, closeLater }: Running,
): void {
  const rest = nodeTransport(now).sleep;
  if (asOf === undefined) {
    const deliveries = startDeliveries({ store, clock, receivers, rest, out: log.info, err: log.error });
    closeLater(() => deliveries.stop());
    // A service as of one moment has all its cells' values in this part of the cache.
    const dropping = setInterval(() => store.reads.dropUnused(), DROP_UNUSED_EVERY_MS);
    closeLater(() => clearInterval(dropping));
  }
  if (isLive) {
    const live = startUpdates({
      store,
      now,
      out: log.info,
      err: log.warn,
      update: async (stop) => void (await updateProcess(folder, process.env, ["--patient", ...certificatesOfUpdates])({ stop })),
      rest,
    });
    closeLater(() => live.stop());
  }
}

/** Where a person finds what runs. */
const placesOf = (url: string, httpsPort: number, inFolder: string): readonly string[] => [
  `  In a browser   ${url}/workbench  (a spreadsheet that runs the add-in; no Excel needed)`,
  httpsPort === 3000
    ? "  In Excel       npm run excel"
    : `  In Excel       stop, then start without --https-port: the manifest needs https://localhost:3000, not port ${httpsPort}`,
  `  In a terminal  npm run -s eval -- '${SELF_TEST}'${inFolder}`,
  `  For an agent   ${url}/mcp, with a key  (docs/mcp.md)`,
];

const dataLine = (isLive: boolean, inFolder: string): string =>
  isLive
    ? `Due data is fetched in the background. For its status, type: npm run -s data -- status${inFolder}`
    : `To fetch published data, type: npm run -s data -- update${inFolder}`;

type StartOptions = ReturnType<typeof parseOptions<"start">>["values"];

/** Reads the options and variables. Throws a `UsageError` for a wrong one. */
function settingsOf(values: StartOptions, io: Io) {
  const httpPort = port("http-port", values["http-port"], 3001);
  const httpsPort = port("https-port", values["https-port"], 3000);
  if (httpPort === httpsPort) throw new UsageError(`--http-port and --https-port: expected two different ports, got ${httpPort} for both.`);
  const asOf = asOfOption(values["as-of"]);
  refuseFuture(asOf, io.now);
  return {
    httpPort,
    httpsPort,
    asOf,
    pagesNamed: values.pages === undefined ? undefined : namedPages(values.pages, io),
    hosts: publicHosts(values["public-host"], io.env),
    frameHosts: frameHostsOf(values["frame-hosts"], io.env),
    folder: dataFolder(values.data, io),
    freeKeys: freeKeysOf(values["free-keys"], io.env),
    topUpCents: topUpCentsOf(values["top-up-price"], io.env),
    level: logLevelOf(values["log-level"], io.env),
    localKeyIsOff: (values["no-local-key"] ?? false) || isSwitchedOn(io.env.SERVICE_NO_LOCAL_KEY),
    receivers: values["private-webhooks"] ? ALL_RECEIVERS : PUBLIC_RECEIVERS,
    certificatesOfUpdates: values.ca === undefined ? [] : ["--ca", path.resolve(io.cwd, values.ca)],
    isLive: values.live ?? false,
    inFolder: dataOption(namedFolder(values.data, io)),
    fredSecret: fredKey(io.env),
    network: networkTrusting(values.ca, io),
    runKey: environmentKey(io.env),
  };
}
type Settings = ReturnType<typeof settingsOf>;
type CloseLater = Parameters<Parameters<typeof closeAfter>[0]>[0];

/** `npm start`: serves the add-in and the service from one origin, until it is stopped. */
export const start = defineCommand("start", HELP, async ({ values }, io) => {
  const settings = settingsOf(values, io);
  const { level, asOf, pagesNamed, folder, httpPort, httpsPort, fredSecret, inFolder, isLive } = settings;
  const log = createLog(level, io);
  /** Prints what a person at the terminal reads; not in a log of warnings. */
  const say = level === "info" || level === "debug" ? io.out : () => undefined;
  // Register early: npm may exit while the service starts.
  const stops = processStops(io.env);
  if (pagesNamed === undefined) await ensureWebBuild(io);
  ownFolder(folder, io);
  await closeAfter(async (closeLater) => {
    const opened = await openLocalService(folder, asOf, { now: io.now, err: log.warn, upgrade: true }, settings.runKey);
    const { store, key, clock } = opened;
    closeLater(() => store.close(LAST_WAIT_MS));
    const url = `http://localhost:${httpPort}`;
    const secret = newRunSecret();
    const app = await openApp(opened, settings, { url, secret, now: io.now, log, closeLater });
    const answer: RequestListener = (request, response) => app.routing(request, response);
    const certificate = await certificates(path.join(folder, "certificates"), io.now());
    const serve = async (make: () => Server, option: string, at: number): Promise<void> => {
      // Not closeAllConnections: an https server knows no connection before its handshake.
      const sockets = new Set<Socket>();
      const tracked = (): Server => make().on("connection", (socket: Socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
      for (const server of await listen(tracked, option, at))
        closeLater(() => {
          server.close();
          for (const socket of sockets) socket.destroy();
        });
    };
    await serve(() => createHttp(answer), "http-port", httpPort);
    await serve(() => createHttps(certificate, answer), "https-port", httpsPort);
    const stopped = new Promise<void>((resolve) =>
      onStop(resolve, stops, () => say(`The terminal was closed; the service keeps running. To stop it, type: kill ${process.pid}`)),
    );

    // Both read the database: if that fails, nothing has been said yet.
    const waits = await restoredWords(store, namedFolder(values.data, io));
    const rules = outdatedWords(store, namedFolder(values.data, io));
    const lost = lostWords(store);
    const aboutFred = fredLine(isPublisherOn(store.decisions, fred), fredSecret !== undefined, inFolder);
    const storing = setInterval(() => store.ledger.flush(), STORE_EVERY_MS);
    closeLater(() => clearInterval(storing));
    const tested = await selfTest(appPost(app, key), io.now);
    startBackground(opened, settings, { now: io.now, log, closeLater });
    closeLater(() => removeRunningFile(folder, process.pid));
    try {
      // If several services run on one folder, the first keeps the file.
      if (!(await runningService(folder))) writeRunningFile(folder, { url, httpsPort, pid: process.pid, store: store.id ?? "", secret });
    } catch (e) {
      log.warn(`Other commands cannot find this service: its data folder is not writable (${(e as Error).message}). Cells are not affected.`);
    }

    log.info(`Started: version ${BUILD}, process ${process.pid}.`);
    const asOfWords = asOf && "moment" in asOf ? clock.asOf() : clock.today();
    say(`Service ${BUILD} is running, as of ${asOfWords}.`);
    placesOf(url, httpsPort, inFolder).forEach(say);
    say(frameLine(settings.frameHosts));
    say(tested);
    for (const line of [lost, rules, waits]) if (line !== undefined) log.warn(line);
    if (waits === undefined) say(dataLine(isLive, inFolder));
    for (const line of [aboutFred, renewalLine(certificate, httpsPort)]) if (line) say(line);
    say("To stop, press Ctrl+C.");
    await stopped;
  });
  say("Stopped.");
  return 0;
});
