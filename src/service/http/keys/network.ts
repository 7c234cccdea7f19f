import ipaddr from "ipaddr.js";

/** An address without what proxies write around it: quotes, brackets, a zone, and the port after a bracket. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replace(/^\[([^\]]*)\](:.*)?$/, "$1")
    .replace(/%.*$/, "");

const isAddress = (text: string): boolean => (text.includes(":") ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text));

/**
 * The network of a client's address, for counting, in one form: an IPv4 address, the /64 of an IPv6 address because a customer has at least that many, or
 * "unknown" for anything else. The address may have a port, which changes from request to request.
 */
export function networkOf(address: string): string {
  const text = bare(address);
  const found = [text, text.replace(/:[^:]*$/, "")].find(isAddress);
  if (found === undefined) return "unknown";
  const parsed = ipaddr.process(found);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
