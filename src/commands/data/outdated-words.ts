import { outdated } from "../../service/ingest/outdated";
import type { Store } from "../../service/store/store";
import { dataOption } from "../io";
import { RUN } from "./data-io";

/**
 * That some rows were read by earlier rules of the service, and what to type; undefined if none were.
 *
 * @param folder the data folder as typed
 */
export function outdatedWords(store: Pick<Store, "imports">, folder: string | undefined): string | undefined {
  const publishers = outdated(store);
  if (publishers.length === 0) return undefined;
  return `Documents of ${publishers.join(", ")} were read by rules that this version corrects. To read them again, without the network, type: ${RUN} rebuild ${publishers.join(" ")}${dataOption(folder)}`;
}
