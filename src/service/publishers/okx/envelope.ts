import { shown } from "../../../contract/arguments";
import { isObject, listIn, readJson, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/text";

/**
 * Reads the list inside OKX's reply. Errors have status 200 and a code inside the reply.
 *
 * @throws RefusedFile with OKX's message for a code other than 0, and for a reply without a list.
 */
export function okxList(bytes: Uint8Array, title: string): readonly JsonObject[] {
  const reply = readJson(bytes);
  const code = isObject(reply) ? reply["code"] : undefined;
  if (code !== "0" && isObject(reply))
    throw new RefusedFile(
      `expected ${title}, got an error from OKX: code ${typeof code === "string" ? code : shown(code)}, ${shown(reply["msg"])}; fetch it again later`,
    );
  return listIn(reply, "data", title);
}
