import type { FetchReply, FetchRequest } from "../calls";
import { needScope } from "./scopes";
import { ask, exception, setup } from "./outside";

const SCOPE = "https://www.googleapis.com/auth/script.external_request";
const METHODS = ["get", "delete", "patch", "post", "put"];
/** Of Google's parameters, those that the script uses. */
const PARAMETERS = ["contentType", "headers", "method", "payload", "followRedirects", "muteHttpExceptions"];

function requestOf(url: unknown, params: Record<string, unknown>): FetchRequest {
  if (typeof url !== "string" || url === "") throw exception("Attribute provided with no value: url");
  for (const name of Object.keys(params)) if (!PARAMETERS.includes(name)) throw exception(`Invalid argument: ${name}`);
  for (const name of ["muteHttpExceptions", "followRedirects"])
    if (params[name] !== undefined && typeof params[name] !== "boolean") throw exception(`Attribute provided with invalid value: ${name}`);
  const { payload, headers = {}, method = payload === undefined ? "get" : "post", contentType } = params;
  if (typeof method !== "string" || !METHODS.includes(method.toLowerCase())) throw exception("Attribute provided with invalid value: method");
  if (typeof headers !== "object" || headers === null) throw exception("Attribute provided with invalid value: headers");
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (payload !== undefined && typeof payload !== "string") throw exception("Attribute provided with invalid value: payload");
  const body = payload;
  if (body !== undefined && method.toLowerCase() === "get") throw exception("Attribute provided with invalid value: payload (a GET takes none)");
  const typed = contentType ?? (body === undefined ? undefined : "application/x-www-form-urlencoded");
  return {
    url,
    method: method.toUpperCase(),
    headers: { ...named, ...(typed === undefined ? {} : { "Content-Type": String(typed) }) },
    body,
    muteHttpExceptions: params["muteHttpExceptions"] === true,
    followRedirects: params["followRedirects"] !== false,
  };
}

const responseOf = ({ status, headers, body }: FetchReply) => ({
  getResponseCode: () => status,
  getContentText: (_charset?: string) => body,
  getAllHeaders: () => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]])),
});

const allowed = (method: string): void => {
  if (setup.kind === "simple") throw exception(`You do not have permission to call UrlFetchApp.${method}. Required permissions: ${SCOPE}`);
  needScope(SCOPE, `UrlFetchApp.${method}`);
};

export const UrlFetchApp = {
  fetch: (url: unknown, params: Record<string, unknown> = {}) => {
    allowed("fetch");
    return responseOf(ask("fetch", [requestOf(url, params)], false)[0]!);
  },
  fetchAll: (requests: unknown) => {
    allowed("fetchAll");
    if (!Array.isArray(requests)) throw exception("The parameters do not match the method signature for UrlFetchApp.fetchAll.");
    const read = requests.map((request: unknown) => {
      if (typeof request === "string") return requestOf(request, {});
      const { url, ...params } = request as Record<string, unknown>;
      return requestOf(url, params);
    });
    return ask("fetch", read, true).map(responseOf);
  },
};
