import { UsageError } from "./io";

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
