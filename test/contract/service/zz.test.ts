import { SERIES_IDS } from "../../../src/contract/series";
import { sampleLatest } from "../../../src/service/sample/series";
test("x", async () => {
  const out: string[] = [];
  const t0 = performance.now();
  for (const id of SERIES_IDS) { const t = performance.now(); const n = sampleLatest(id, "2026-11-20", 1e9, "2026-11-20").length; out.push(`${id} ${n} ${(performance.now() - t).toFixed(0)}`); }
  console.log(performance.now() - t0, out.join(" | "));
});
