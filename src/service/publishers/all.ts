import { board } from "./board/board";
import { nyfed } from "./nyfed/nyfed";
import type { Publisher } from "./publisher";
import { treasury } from "./treasury/treasury";

/** Every publisher, in the order in which `data -- status` lists them. A new one is added here. */
export const PUBLISHERS: readonly Publisher[] = [treasury, board, nyfed];

export const publisherOf = (id: string): Publisher | undefined => PUBLISHERS.find((p) => p.id === id);
