import type { AsOf } from "../contract/as-of";
import { nodeHost, type Post } from "./node-host";
import { type Client, createClient } from "../core/client";
import type { Host } from "../core/host";
import { type Io, UsageError } from "./io";

type Options = NonNullable<Parameters<typeof createClient>[1]>;

/** A client whose requests go to a service with a key. */
export function clientOver(host: Host, options: Options): Client {
  const client = createClient(host, options);
  client.setAccess("present");
  return client;
}

/** A client of the service that answers a command. */
export const serviceClient = ({ post, asOf }: Pick<Source, "post" | "asOf">, { now }: Pick<Io, "now">, options: Omit<Options, "asOf"> = {}): Client =>
  clientOver(nodeHost(post, now), { ...options, asOf });

/** Hosts that need no https and never use a proxy. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads the address of a service: https, or http on this machine.
 *
 * @param from the option or variable that holds it
 * @param forKey where its key belongs
 * @throws UsageError
 */
export function serviceAddress(from: string, url: string, forKey: string): { readonly base: string; readonly isLocal: boolean } {
  let base: URL;
  try {
    base = new URL(url);
  } catch {
    throw new UsageError(`${from}: expected an address such as https://api.example.com, got "${url}".`);
  }
  const isLocal = LOOPBACK.includes(base.hostname);
  if (base.protocol !== "https:" && !(base.protocol === "http:" && isLocal))
    throw new UsageError(`${from}: expected https (http only on this machine), got ${JSON.stringify(url)}: a key must not travel in the clear.`);
  if (base.username || base.password) throw new UsageError(`${from}: remove the user name and password from the address; put the key into ${forKey}.`);
  return { base: `${base.origin}${base.pathname.replace(/\/$/, "")}`, isLocal };
}

/** The service that answers the cells. */
export interface Source {
  readonly post: Post;
  /** What to send as `as_of`, unless the service itself has this date. */
  readonly asOf?: AsOf | undefined;
  close(): Promise<void>;
}
