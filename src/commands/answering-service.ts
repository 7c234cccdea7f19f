import { serviceAddress, type Source } from "./service-address";
import type { AsOf } from "../contract/as-of";
import { keyTrouble } from "../core/api-key";
import { readBody } from "../core/read-body";
import { createApp } from "../service/app";
import { fredFetcher } from "../service/ingest/fetch-fred";
import { networkFetch, nodeTransport } from "../service/ingest/transport";
import { createClock } from "../service/time/clock";
import { fredKey } from "./start/fred-key";
import { dataFolder, type Io, UsageError } from "./io";
import { openLocalService } from "./local-service";
import { asOfOption, refuseFuture } from "./as-of-option";
import { appPost, httpPost, type Post } from "./node-host";
import { networkTrusting } from "./network-of";
import { announceNewDatabase } from "./data/data-io";
import { ownFolder } from "./own-folder";
import { runningService } from "./running";
import { terminalWords } from "./terminal-words";

async function inProcess(folder: string, asOf: AsOf | undefined, io: Io): Promise<Source> {
  const { store, key, clock } = await openLocalService(folder, asOf, io);
  const app = await createApp({
    store,
    clock,
    live: fredFetcher({ transport: nodeTransport(io.now, networkTrusting(undefined, io)), key: fredKey(io.env), warn: io.err }),
    onFault: io.err,
  });
  const send = appPost(app, key);
  const post: Post = (body, signal) =>
    send(body, signal).catch((e: Error) => {
      io.err(`Service error: ${e.message}`);
      throw e;
    });
  return {
    post,
    close: async () => {
      await app.close();
      store.close();
    },
  };
}

/** The service that `npm start` runs on the same data, if any; with `asOf`, only if that is not in its future. */
async function running(folder: string, asOf: AsOf | undefined, io: Io): Promise<Source | undefined> {
  const noted = await runningService(folder);
  if (!noted) return undefined;
  const { store, key } = await openLocalService(folder, undefined, io);
  store.close();
  try {
    const response = await fetch(`${noted.url}/v1/status`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.timeout(2000),
    });
    const status = JSON.parse(await readBody(response.body, new TextDecoder())) as { data?: { store?: unknown }; as_of?: unknown };
    const isPast = asOf === undefined || createClock(asOf, io.now).asOf() <= String(status.as_of);
    if (!response.ok || status.data?.store !== noted.store || !isPast) return undefined;
    return { post: httpPost(noted.url, key), asOf, close: async () => undefined };
  } catch {
    // The service ended in between; the caller then evaluates in process.
    return undefined;
  }
}

function remoteService(url: string, asOf: AsOf | undefined, io: Io): Source {
  const key = io.env.SERVICE_API_KEY?.trim();
  if (!key)
    throw new UsageError(
      "--url: set the variable SERVICE_API_KEY to the key of that service. For the service on this machine, npm run -s key prints it; for another, ask its operator.",
    );
  const trouble = keyTrouble(key);
  if (trouble !== undefined) throw new UsageError(`SERVICE_API_KEY: ${terminalWords(trouble)}`);
  const { base, isLocal } = serviceAddress("--url", url, "SERVICE_API_KEY");
  // Loopback addresses never use a proxy.
  const send = isLocal ? fetch : networkFetch(networkTrusting(undefined, io));
  return { post: httpPost(base, key, send), asOf, close: async () => undefined };
}

/**
 * The service that the options name: that of `--url`, else the one that runs on this machine's data, else one in this process. Throws a `UsageError` for
 * invalid options.
 */
export async function answeringService(values: { readonly url?: string; readonly data?: string; readonly "as-of"?: string }, io: Io): Promise<Source> {
  const asOf = asOfOption(values["as-of"]);
  if (values.url !== undefined) return remoteService(values.url, asOf, io);
  // Another service has its own date, and refuses a day by that.
  refuseFuture(asOf, io.now);
  const folder = dataFolder(values.data, io);
  ownFolder(folder, io);
  announceNewDatabase(values.data, io);
  return (await running(folder, asOf, io)) ?? (await inProcess(folder, asOf, io));
}
