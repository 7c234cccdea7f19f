import { PUBLISHERS } from "../publishers/all";

/** By publisher, the publishers whose stored data its documents need. */
export const DEPENDENCIES: ReadonlyMap<string, readonly string[]> = new Map(PUBLISHERS.map((p) => [p.id, p.dependsOn ?? []]));
