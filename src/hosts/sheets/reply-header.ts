/** Reads headers of a response by lower-case name; the first of several. */
export function replyHeader(response: GoogleAppsScript.URL_Fetch.HTTPResponse): (name: string) => string | undefined {
  const headers = response.getAllHeaders() as Readonly<Record<string, unknown>>;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return first === undefined || first === null ? undefined : String(first);
  };
}
