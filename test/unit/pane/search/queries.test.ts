import { readFileSync } from "node:fs";
import path from "node:path";
import { callText } from "../../../../src/pane/formula/call-text";
import { formSpec } from "../../../../src/pane/formula/form-spec";
import { readCompanies } from "../../../../src/pane/formula/search/companies";
import { find } from "../../../../src/pane/formula/search/find";
import { startOfHit } from "../../../../src/pane/formula/search/start";
import { openServices } from "../../../contract/service/service-under-test";

const service = openServices();

const QUERIES = readFileSync(path.join(__dirname, "queries.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t") as [typed: string, expected: string]);

/** The first result as the table writes it. */
function firstOf({ hits: [first], none }: ReturnType<typeof find>): string {
  if (!first) return none ? "none" : "nothing";
  if (first.kind === "block") return "block";
  if (first.kind === "company") return `company ${first.company.ticker}`;
  const start = startOfHit(first);
  const call = start ? callText(formSpec(start.spec.id)!, start.inputs).replace(/^SERVICE\./, "") : first.figure.key;
  return none ? `none ${call}` : call;
}

describe("the search with the words of an analyst", () => {
  it("lists the expected result first for each query", async () => {
    const { get } = await service();
    const wrong: string[] = [];
    for (const [typed, expected] of QUERIES) {
      const reply = await get(`/v1/companies?limit=8&q=${encodeURIComponent(typed)}`);
      const first = firstOf(find(typed, readCompanies(reply.json()).companies));
      if (first !== expected) wrong.push(`${typed}: expected ${expected}, got ${first}`);
    }
    expect(QUERIES.length).toBeGreaterThan(160);
    expect(wrong).toEqual([]);
  });

  it("answers without the service, apart from companies", () => {
    const local = QUERIES.filter(([, expected]) => !expected.startsWith("company") && !/\("[A-Z]+",?.*\)/.test(expected.replace(/^none /, "")));
    expect(local.length).toBeGreaterThan(60);
    expect(local.filter(([typed, expected]) => firstOf(find(typed)) !== expected)).toEqual([]);
  });
});
