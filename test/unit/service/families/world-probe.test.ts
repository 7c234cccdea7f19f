import { readArguments } from "../../../../src/contract/arguments";
import { BANKS, COUNTRIES, INDICATORS } from "../../../../src/contract/vocabulary";
import { functionSpec, type FunctionName } from "../../../../src/contract/functions";
import { createClock } from "../../../../src/service/clock";
import { WORLD_FAMILIES } from "../../../../src/service/families/world";
import type { Store } from "../../../../src/service/store/store";
const ask = (day: string, fn: FunctionName, ...args: (string|number|null)[]) => {
  const r = readArguments(fn, args); if (!r.ok) return r.message;
  const f = WORLD_FAMILIES.find((x) => x.functions[fn])!;
  const a = f.functions[fn]!(r.args, { clock: createClock(day, () => 0), store: {} as Store });
  return "code" in a ? `${a.code}: ${a.reason}` : `${a.value} ${a.unit ?? ""} [${a.observation_date}]`;
};
test("probe", () => {
  const out: string[] = [];
  for (const day of ["1995-03-01", "2024-06-25", "2026-11-20"]) {
    out.push("## " + day);
    for (const [fn, first] of [["REGIME"], ["CBRATE", "CH"], ["CBRATE","US"], ["CBRATE","AR"],["ESI"], ["WHALE", "BTC"], ["WHALE", "SOL"], ["ONCHAIN_RISK", "ETH"]] as [FunctionName, string?][])
      out.push(`${fn} ${first ?? ""}: ` + functionSpec(fn).fields.map((f) => `${f.name}=${ask(day, fn, ...(first ? [first] : []), f.name)}`).join(" | "));
    out.push("CB " + BANKS.map((b) => b + "=" + ask(day, "CBRATE", b, "rate")).join("; "));
    for (const i of INDICATORS) out.push(i + " " + COUNTRIES.map((c) => c[0] + "=" + ask(day, "BIS", c[0], i, "value")+" yoy "+ask(day,"BIS",c[1],i,"yoy")).join("; "));
    out.push("FUND " + ["BTC","SOL","HYPE","XBT"].map((s) => ask(day, "FUNDING", s)).join("; "));
    out.push("ODDS " + ["rate cut","bitcoin","fed cut","fed-cut-2026-10","zebra","recession","world cup winner","fed-cut-2024-06"].map((s) => ask(day, "ODDS", s)).join("; "));
    out.push("OSINT " + ["semiconductor","zebra fish quantum","oil","brexit"].map((s) => s+ask(day, "OSINT", s)+ " 720h " + ask(day,"OSINT",s,720)).join("; "));
  }
  out.push(ask("2024-06-25","CBRATE","DEU"), ask("2024-06-25","CBRATE","GX"), ask("2024-06-25","BIS","XX","cpi"), ask("2024-06-25","BIS","Germani","cpi"), ask("2024-06-25","ONCHAIN_RISK","XRP"), ask("2024-06-25","ONCHAIN_RISK","FOO"), ask("2024-06-25","WHALE","XRP"));
  console.log(out.join("\n"));
});
