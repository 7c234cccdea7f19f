import { createClient, type Client } from "../core/client";
import type { Host } from "../core/host";
import type { Source } from "./answering-service";
import type { Io } from "./io";
import { nodeHost } from "./node-host";

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
