import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createIronCalc, type SecondEngine } from "../../engine/ironcalc";

let loaded: Promise<SecondEngine> | undefined;

async function load(): Promise<SecondEngine> {
  const { initSync, Model } = await import("@ironcalc/wasm");
  initSync({ module: readFileSync(createRequire(__filename).resolve("@ironcalc/wasm/wasm_bg.wasm")) });
  return createIronCalc(() => new Model("book", "en", Intl.DateTimeFormat().resolvedOptions().timeZone, "en"));
}

/** Loads IronCalc, once. Takes about 30 ms. */
export const loadIronCalc = (): Promise<SecondEngine> => (loaded ??= load());
