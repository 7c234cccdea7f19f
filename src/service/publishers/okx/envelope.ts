import { shown } from "../../../contract/arguments";
import { isObject, listIn, readJson, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";

/**
 * The list inside OKX's reply. Errors come with status 200: only the code inside tells that it is one.
 *
 * @throws RefusedFile with OKX's own words for a code other than 0, and for a reply without its list.
 */
export function okxList(bytes: Uint8Array, title: string): readonly JsonObject[] {
  const reply = readJson(bytes);
  const code = isObject(reply) ? reply["code"] : undefined;
  if (code !== "0" && isObject(reply))
    throw new RefusedFile(
      `expected ${title}, and OKX answered with an error: code ${typeof code === "string" ? code : shown(code)}, ${shown(reply["msg"])}; fetch it again later`,
    );
  return listIn(reply, "data", title);
}
