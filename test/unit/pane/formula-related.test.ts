import { CAVEAT_IDS, type CaveatId } from "../../../src/contract/caveats";
import { FUNCTION_NAMES, type FunctionName } from "../../../src/contract/functions";
import { declarationOf } from "../../../src/contract/functions/declarations";
import { BANKS, RATE_KEYS } from "../../../src/contract/vocabulary";
import { SERIES_IDS } from "../../../src/contract/series";
import { readQuestion } from "../../../src/core/question";
import { contractRows } from "../../../src/pane/formula/load-fields";
import { alternatives, carriersOf, startsOf, type Start } from "../../../src/pane/formula/related";
import { questionOfFields, readInputs } from "../../../src/pane/formula/read-inputs";
import { openServices } from "../../contract/service/service-under-test";

const service = openServices();

/** More first arguments than the example, for functions whose caveats depend on the argument. */
const FIRST: { readonly [F in FunctionName]?: readonly string[] } = {
  FRED: SERIES_IDS,
  FREDH: SERIES_IDS,
  CBRATE: BANKS,
  MMRATE: RATE_KEYS,
  RV: ["MSFT", "TSM"],
};

describe("picking an entry of the formula builder's search", () => {
  it("opens a form for a function, series or path, and suggests forms for a screener column", () => {
    for (const row of contractRows()) {
      const { form, near } = startsOf(row);
      if (row.kind === "function" || row.kind === "series" || row.kind === "path") expect(form).toBeDefined();
      else expect(form).toBeUndefined();
      if (row.kind === "screener" && row.group !== "market") expect(near.length).toBeGreaterThan(0);
    }
  });

  it("fills in the form with arguments that its function accepts", async () => {
    const complete = async ({ spec, inputs }: Start) => {
      const filled = spec.parameters.map((p, i) => (inputs[i]?.text ? inputs[i] : { mode: "value" as const, text: p.required ? p.example : "" }));
      return questionOfFields(spec, await readInputs({ workbook: () => undefined }, spec, filled, undefined));
    };
    for (const row of contractRows()) {
      const { form, near } = startsOf(row);
      for (const start of [...near, ...(form ? [form] : [])]) expect(await complete(start)).toHaveProperty("question");
    }
  });

  it("suggests FREDH and YIELD for a Treasury series, and only FREDH for another series", () => {
    const of = (id: string) => {
      const { form } = startsOf({ field: id, kind: "series", description: "", type: "", source: "", doors: [], universe: null });
      return form ? alternatives(form.spec, form.inputs).map((s) => s.spec.id) : [];
    };
    expect(of("DGS10")).toEqual(["SERVICE.FREDH", "SERVICE.YIELD"]);
    expect(of("CPIAUCSL")).toEqual(["SERVICE.FREDH"]);
  });
});

describe("the functions that the search lists for a caveat", () => {
  it("include every function whose answers have that caveat", async () => {
    const { cells } = await service();
    const asked: { fn: FunctionName; cell: object }[] = [];
    for (const fn of FUNCTION_NAMES) {
      const { parameters, fields } = declarationOf(fn);
      for (const first of FIRST[fn] ?? [parameters[0]?.example ?? null])
        for (const field of fields.length > 0 ? fields.map((f) => f.name) : [null]) {
          const args = parameters.map((p, i) => (p.name === "field" ? field : i === 0 ? first : p.example));
          const read = readQuestion(fn, args);
          if ("question" in read) asked.push({ fn, cell: read.question.cell });
        }
    }
    const carried = new Map<string, Set<FunctionName>>();
    for (let from = 0; from < asked.length; from += 900) {
      const slice = asked.slice(from, from + 900);
      const { data } = await cells(slice.map(({ cell }) => cell));
      for (const answer of data)
        for (const id of answer.caveats ?? []) {
          const fns = carried.get(id) ?? new Set();
          fns.add((slice[answer.id] as { fn: FunctionName }).fn);
          carried.set(id, fns);
        }
    }
    for (const id of CAVEAT_IDS) {
      const known = new Set<FunctionName>(carriersOf(id as CaveatId));
      const missing = [...(carried.get(id) ?? [])].filter((fn) => !known.has(fn));
      expect({ id, missing }).toEqual({ id, missing: [] });
    }
  });
});
