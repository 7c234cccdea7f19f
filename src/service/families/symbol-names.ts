import type { Context } from "../answers/context";
import { publishedFilers } from "./fundamentals/published-statements";
import { publishedHoldings } from "./holders13f/published-holdings";
import { cacheInSlices } from "./in-slices";
import { BY_SYMBOL, publishedSymbols } from "./signals/evidence";

const DATASETS = [...BY_SYMBOL, "statement", "filing", "filer", "security"] as const;

/** Reads the names of all symbols in slices. The first time they come from the disk, a dataset at a time: afterwards the lists of names are quick. */
export async function readSymbolNames(context: Context): Promise<void> {
  await cacheInSlices(context, DATASETS, (dataset) => context.store.records.entities(dataset));
  await cacheInSlices(context, [publishedFilers, publishedHoldings, publishedSymbols], (rows) => rows.names(context));
}
