import { createClient, type Client } from "../core/client";
import type { Source } from "./answering-service";
import type { Io } from "./io";
import { nodeHost } from "./node-host";

/** A client of the service that answers a command. It has a key from the start. */
export function serviceClient(
  { post, asOf }: Pick<Source, "post" | "asOf">,
  { now }: Pick<Io, "now">,
  options: Omit<Parameters<typeof createClient>[1], "asOf"> = {},
): Client {
  const client = createClient(nodeHost(post, now), { ...options, asOf });
  client.setAccess("present");
  return client;
}
