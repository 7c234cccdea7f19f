import { createHash } from "node:crypto";
import { UsageError } from "../io";

/** The address in manifest.xml, replaced by that of a public host. */
export const LOCAL_PAGES = "https://localhost:3000";

/** Values that a public host's manifest replaces. */
export interface HostOptions {
  /** Origin of the pages, such as https://addin.example.com. */
  readonly baseUrl: string;
  /** GUID; by default derived from the base URL, so it stays the same. */
  readonly id?: string;
  /** Two to four numbers; by default the version in manifest.xml. */
  readonly version?: string;
}

const isOwnMachine = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^(127\.|0\.0\.0\.0$)/.test(hostname);

/** Validates a host's address: https, reachable by others, no path. The error says what to write instead. */
export function readOrigin(option: string, text: string): string {
  const wrong = (why: string): never => {
    throw new UsageError(`--${option}: ${why}`);
  };
  const example = option === "service-url" ? "https://api.example.com" : "https://addin.example.com";
  if (!URL.canParse(text)) return wrong(`expected an address such as ${example}, got "${text}".`);
  const url = new URL(text);
  if (url.protocol === "http:") return wrong(`Office loads add-ins over https only. Write https://${url.host}, and serve the pages with a certificate.`);
  if (url.protocol !== "https:") return wrong(`expected an address such as ${example}, got "${text}".`);
  if (url.username !== "" || url.password !== "") return wrong("remove the user name and password: everyone who installs the manifest can read them.");
  if (url.search !== "" || url.hash !== "") return wrong(`remove the part after ? or #: expected only the host, such as ${url.origin}.`);
  if (url.pathname !== "/") return wrong(`remove ${url.pathname}: the pages need their own host, such as ${url.origin}.`);
  if (isOwnMachine(url.hostname))
    return wrong(`${url.hostname} is this machine. For this machine, use manifest.xml (npm run excel); otherwise name the host, such as ${example}.`);
  return url.origin;
}

/** Parses a GUID, with or without braces, in any case. */
export function readId(text: string): string {
  const id = text
    .trim()
    .replace(/^\{(.*)\}$/, "$1")
    .toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw new UsageError(`--id: expected a GUID such as 7d3f0c5a-9b1e-4c62-8f47-2a6e51d0b9c4, got "${text}". Leave it out to derive one from the base URL.`);
}

/** Parses a version and completes it to four numbers. */
export function readVersion(text: string): string {
  const numbers = text.split(".");
  if (numbers.length < 2 || numbers.length > 4 || !numbers.every((n) => /^(0|[1-9]\d{0,4})$/.test(n) && Number(n) <= 65_535))
    throw new UsageError(`--version: expected up to four numbers from 0 to 65535, such as 1.2.0.0, got "${text}".`);
  return [...numbers, "0", "0"].slice(0, 4).join(".");
}

/** Add-in id derived from the address: different for each host, the same each time the manifest is written. */
function idOf(origin: string): string {
  const hex = createHash("sha1").update(`service add-in at ${origin}`).digest("hex");
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** Builds a public host's manifest from the local one. Help and support link to files, so a static host works. */
export function hostManifest(local: string, { baseUrl, id, version }: HostOptions): string {
  return local
    .replace(/<Id>[^<]*<\/Id>/, `<Id>${id ?? idOf(baseUrl)}</Id>`)
    .replace(/<Version>([^<]*)<\/Version>/, (same) => (version ? `<Version>${version}</Version>` : same))
    .replaceAll(`${LOCAL_PAGES}/help/`, `${baseUrl}/help.html`)
    .replaceAll(`${LOCAL_PAGES}/support"`, `${baseUrl}/support.html"`)
    .replaceAll(LOCAL_PAGES, baseUrl);
}

const NO_NAMESPACE = / *There is no <Namespace> on purpose:[\s\S]*?functions' names instead\.\n\n/;

/**
 * The same add-in with its functions in the namespace SERVICE, for an Excel that does not register names without one. Same id: it replaces the other
 * manifest. Workbooks store the same names with either.
 */
export const withNamespace = (manifest: string): string =>
  manifest
    .replace(NO_NAMESPACE, "")
    .replace(/( *)<\/Metadata>\n/, (end, indent: string) => `${end}${indent}<Namespace resid="Functions.Namespace"/>\n`)
    .replace("/functions.json", "/functions.namespace.json")
    .replace(/( *)<bt:String id="Group\.Label"/, (next, indent: string) => `${indent}<bt:String id="Functions.Namespace" DefaultValue="SERVICE"/>\n${next}`);
