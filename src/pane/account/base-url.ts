/** A valid base URL (origin and path, without a trailing slash) or what is wrong with it. */
type ReadBaseUrl = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly message: string };

/** True for names of this computer: what is sent there stays on it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

const no = (message: string): ReadBaseUrl => ({ ok: false, message });

/**
 * Parses a typed base URL. Accepts https, and plain http on this computer only, because http sends the key unencrypted. Refuses a query, a
 * fragment and credentials instead of dropping them: they may be a key in the wrong place.
 */
export function readBaseUrl(typed: string): ReadBaseUrl {
  const text = typed.trim();
  if (text === "") return no("Enter the base URL of the service, such as https://api.example.com.");
  if (/\s/.test(text)) return no("Not a valid URL. Enter it as https://api.example.com.");
  const withoutScheme = !/^[a-z][a-z\d+.-]*:\/\//i.test(text);
  if (withoutScheme && isLoopback(text.replace(/[:/].*$/, ""))) return no(`Start the URL with http:// or https://, such as http://${text}.`);
  const withScheme = withoutScheme ? `https://${text}` : text;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return no("Not a valid URL. Enter it as https://api.example.com.");
  }
  if (url.username !== "" || url.password !== "") return no("Remove the name and password from the URL. The key goes in the field below.");
  if (url.search !== "" || url.hash !== "") return no("Remove the part after ? or # from the URL. The key goes in the field below.");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return no("Use https: http would send the key unencrypted. Plain http works on this computer only.");
  if (url.protocol !== "https:" && url.protocol !== "http:") return no("The URL must start with https://.");
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}
