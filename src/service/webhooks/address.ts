import ipaddr from "ipaddr.js";
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { shown } from "../../contract/arguments";

/** Where webhooks may be sent. A receiver's address is chosen by a user: without this check, it could be one that only this machine can reach. */
export interface AddressRules {
  /** Allows http, and addresses of this machine and of private networks. */
  readonly allowPrivate: boolean;
  /** All addresses of a host. */
  lookup(host: string): Promise<readonly LookupAddress[]>;
}

/** Addresses that the Internet routes to hosts. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** True if an address is on the public Internet. IPv4 inside of IPv6 counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  return address.range() === "unicast" && (address.kind() === "ipv4" || (address as ipaddr.IPv6).match(GLOBAL_IPV6));
}

/** A receiver at an address that is not public. */
export class RefusedAddress extends Error {
  constructor() {
    super("its address is not public");
  }
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * The addresses of a host, if all are allowed.
 *
 * @throws RefusedAddress if one is not; the error of the look-up
 */
export async function allowedAddresses(host: string, { allowPrivate, lookup }: AddressRules): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  const found = family === 0 ? await lookup(host) : [{ address: host, family }];
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) throw new RefusedAddress();
  return found;
}

const OPERATOR = "The operator can allow it with npm start -- --private-webhooks.";

/** Why no webhook can be sent to a URL. Undefined if it can. The same is checked again for each connection, because a host can get another address. */
export async function refusedUrl(text: string, rules: AddressRules): Promise<string | undefined> {
  const expected = `url: expected an address such as https://example.com/hook, got ${shown(text)}.`;
  if (!URL.canParse(text)) return expected;
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return expected;
  if (username !== "" || password !== "") return "url: expected an address without a name and a password. The signature shows the receiver who sends.";
  if (protocol === "http:" && !rules.allowPrivate) return `url: expected https, got http. ${OPERATOR}`;
  try {
    await allowedAddresses(hostOf(hostname), rules);
    return undefined;
  } catch (e) {
    if (e instanceof RefusedAddress) return `url: expected a host on the public Internet, got ${shown(hostname)}, whose address is not public. ${OPERATOR}`;
    return `url: the host ${shown(hostname)} cannot be found. Check its name.`;
  }
}
