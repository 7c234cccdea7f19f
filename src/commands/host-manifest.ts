import { createHash } from "node:crypto";
import { Mistyped } from "./io";

/** The address that manifest.xml is written for, and that a real host's takes the place of. */
export const LOCAL = "https://localhost:3000";

/** What a real host's manifest differs in. */
export interface HostOptions {
  /** Origin of the pages, such as https://addin.example.com. */
  readonly baseUrl: string;
  /** Origin of the service, where it is another: pages of it may then be opened from the pane. */
  readonly serviceUrl?: string;
  /** GUID; where left out, one that follows from the base URL and so stays the same. */
  readonly id?: string;
  /** Two to four numbers; where left out, that of manifest.xml. */
  readonly version?: string;
}

const isOwnMachine = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^(127\.|0\.0\.0\.0$)/.test(hostname);

/** Reads the address of a host: https, a name that others reach, nothing behind it. Says what to write instead. */
export function readOrigin(option: string, text: string): string {
  const wrong = (why: string): never => {
    throw new Mistyped(`--${option}: ${why}`);
  };
  const example = option === "service-url" ? "https://api.example.com" : "https://addin.example.com";
  if (!URL.canParse(text)) return wrong(`expected an address such as ${example}, got "${text}".`);
  const url = new URL(text);
  if (url.protocol === "http:") return wrong(`Office loads add-ins over https only. Write https://${url.host}, and serve the pages with a certificate.`);
  if (url.protocol !== "https:") return wrong(`expected an address such as ${example}, got "${text}".`);
  if (url.username !== "" || url.password !== "")
    return wrong("take the name and password out of the address: the manifest is read by everybody who installs it.");
  if (url.search !== "" || url.hash !== "") return wrong(`take the part after ? or # away: expected only the host, such as ${url.origin}.`);
  if (url.pathname !== "/") return wrong(`take ${url.pathname} away: the pages stand at the top of a host of their own, such as ${url.origin}.`);
  if (isOwnMachine(url.hostname))
    return wrong(`${url.hostname} is this machine only. For this machine take manifest.xml as it is (npm run excel); else name the host, such as ${example}.`);
  return url.origin;
}

/** Reads a GUID, in any of the forms in which people have one. */
export function readId(text: string): string {
  const id = text
    .trim()
    .replace(/^\{(.*)\}$/, "$1")
    .toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw new Mistyped(`--id: expected a GUID such as 7d3f0c5a-9b1e-4c62-8f47-2a6e51d0b9c4, got "${text}". Leave it out to have one made of the base URL.`);
}

/** Reads a version and writes all four of its numbers. */
export function readVersion(text: string): string {
  const numbers = text.split(".");
  if (numbers.length < 2 || numbers.length > 4 || !numbers.every((n) => /^(0|[1-9]\d{0,4})$/.test(n) && Number(n) <= 65_535))
    throw new Mistyped(`--version: expected up to four numbers from 0 to 65535, such as 1.2.0.0, got "${text}".`);
  return [...numbers, "0", "0"].slice(0, 4).join(".");
}

/** An id of an add-in at this address: two hosts are two add-ins to Office, and writing the manifest again must not make a third. */
function idOf(origin: string): string {
  const hex = createHash("sha1").update(`service add-in at ${origin}`).digest("hex");
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** The manifest of a real host, made of the local one. Help and support are named as files, so that a host of files only has them. */
export function hostManifest(local: string, { baseUrl, serviceUrl, id, version }: HostOptions): string {
  const domains = [...new Set([baseUrl, ...(serviceUrl ? [serviceUrl] : [])])];
  return local
    .replace(/<Id>[^<]*<\/Id>/, `<Id>${id ?? idOf(baseUrl)}</Id>`)
    .replace(/<Version>([^<]*)<\/Version>/, (same) => (version ? `<Version>${version}</Version>` : same))
    .replace(/( *)<AppDomain>[^<]*<\/AppDomain>/, (_, indent: string) => domains.map((d) => `${indent}<AppDomain>${d}</AppDomain>`).join("\n"))
    .replaceAll(`${LOCAL}/help/`, `${baseUrl}/help.html`)
    .replaceAll(`${LOCAL}/support"`, `${baseUrl}/support.html"`)
    .replaceAll(LOCAL, baseUrl);
}
