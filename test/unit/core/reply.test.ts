import { outcomeOf } from "../../../src/core/outcome";
import { readAnswer, readReply } from "../../../src/core/reply";

const read = (raw: object) => readAnswer({ id: 0, max_age_s: 60, ...raw }, {}, 0);

test.each(["2024-13-45", "2024-02-30", "2023-02-29", "0024-01-01", "2024-1-1", "24-01-01", "=HYPERLINK(1)", "2024-01-01T00:00", 45_000, true])(
  "an answer whose value is the invalid date %s is rejected",
  (value) => expect(read({ value, kind: "date" })).toBeUndefined(),
);

test.each(["2024-02-29", "1999-12-31"])("%s is accepted as a date value", (value) =>
  expect(read({ value, kind: "date" })).toMatchObject({ value, kind: "date" }),
);

test.each(['=HYPERLINK("http://127.0.0.1/")', "2024-13-45", "soon", "2024-06-28T25:00:00Z", "2024-06-28Tnow", "2024-06-28 =1"])(
  "the invalid observation or retrieval date %s is dropped, and the value is kept",
  (text) => {
    const answer = read({ value: 4.25, observation_date: text, as_of: text, components: [{ name: "a", observation_date: text }] });
    expect(answer).toMatchObject({ value: 4.25, components: [{ name: "a" }] });
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(text).slice(1, -1));
  },
);

test.each(["2024-06-28", "2024-06-28T12:00Z", "2024-06-28T12:00:05Z", "2024-06-28T12:00:05.123Z", "2024-06-28T12:00:05+02:00"])(
  "%s is accepted as a retrieval time",
  (text) => expect(read({ value: 1, as_of: text })?.asOf).toBe(text),
);

describe("an id that comes twice", () => {
  const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const answers = (...data: string[]) => readReply(`{"data":[${data.map((members) => `{"id":0,${members}}`).join(",")}]}`, 0, 1);

  it("has an answer if both are equal, else none", () => {
    expect(answers('"value":1', '"value":1')).toMatchObject([{ value: 1 }]);
    expect(answers('"value":1', '"value":2')).toEqual([undefined]);
  });

  it.each([
    ["both", `"value":1,"x":${DEEP}`, `"value":1,"x":${DEEP}`],
    ["the first", `"value":1,"x":${DEEP}`, '"value":1'],
    ["the second", '"value":1', `"value":1,"x":${DEEP}`],
  ])("has no answer if %s is nested deeper than the stack", (_, first, second) => expect(answers(first, second)).toEqual([undefined]));
});

describe("the publication of an answer", () => {
  const at = "2024-05-15T12:30Z";
  const publications = [
    { basis: "rule", rule: "bls.cpi", revisions: 2, first_value_unknown: true },
    { basis: "late bound", revisions: 0 },
    { basis: "guess" },
    { basis: "stated", rule: 5, revisions: "many" },
  ];
  const published = (stated: unknown, meta: object = { publications, release_rules: { "bls.cpi": "https://www.bls.gov" } }) =>
    readReply(JSON.stringify({ data: [{ id: 0, value: 1, max_age_s: 60, public: stated }], meta }), 0, 1)?.[0]?.published;

  it("is read from the reply's list, with the page that confirms the rule", () => {
    expect(published({ at, by: 0 })).toEqual({ at, basis: "rule", rule: "bls.cpi", confirmedBy: "https://www.bls.gov", revisions: 2, firstUnknown: true });
    expect(published({ at, by: 1 })).toEqual({ at, basis: "late bound", revisions: 0, firstUnknown: false });
    expect(published({ at, by: 3 })).toEqual({ at, basis: "stated", firstUnknown: false });
    expect(published({ at, by: 0 }, { publications })).toEqual({ at, basis: "rule", rule: "bls.cpi", revisions: 2, firstUnknown: true });
  });

  it.each([{ at, by: 2 }, { at, by: 9 }, { at, by: "0" }, { at: "soon", by: 0 }, { by: 0 }, { at }, "2024-05-15", null])(
    "%j is dropped, and the value is kept",
    (stated) => {
      expect(published(stated)).toBeUndefined();
      expect(published(stated, {})).toBeUndefined();
      expect(read({ value: 1, public: stated })).toMatchObject({ value: 1 });
    },
  );
});

describe("components of a computed value", () => {
  const ATTRIBUTION = { board: "Board of Governors", nyfed: "New York Fed. Subject to its Terms of Use", treasury: "Treasury" };
  const answer = (more: object) => readAnswer({ id: 0, value: 6.12, source: "board", caveats: [], max_age_s: 60, ...more }, ATTRIBUTION, 0);

  it("are read with their sources, and the attribution names each source once", () => {
    const balance = { name: "balance sheet", source: "board", value: 6.66, unit: "$T", contribution: 6.66 };
    const read = answer({
      components: [
        { ...balance, observation_date: "2025-07-09" },
        { name: "reverse repo", source: "nyfed", value: 0.23, weight: 0.5, sample: true },
        { name: "swaps", absent: "no rows are loaded" },
      ],
    });
    expect(read?.attribution).toBe("Board of Governors; New York Fed. Subject to its Terms of Use");
    expect(read?.components).toEqual([
      { ...balance, sample: false, attribution: "Board of Governors", observationDate: "2025-07-09" },
      { name: "reverse repo", sample: true, source: "nyfed", attribution: ATTRIBUTION.nyfed, value: 0.23, weight: 0.5 },
      { name: "swaps", sample: false, absent: "no rows are loaded" },
    ]);
  });

  it.each([[{ components: "none" }], [{ components: [] }], [{ components: [null, 3, { value: 1 }] }], [{}]])(
    "are absent if the reply has %j, and the value is kept",
    (more) => {
      expect(answer(more)).toMatchObject({ value: 6.12, attribution: "Board of Governors" });
      expect(answer(more)).not.toHaveProperty("components");
    },
  );

  it("have no figure, instead of zero, if the reply's figure is not a number", () => {
    expect(answer({ components: [{ name: "a", value: null, weight: "0.5", contribution: "" }] })?.components).toEqual([{ name: "a", sample: false }]);
  });
});

describe("the full text of a reason", () => {
  const none = { value: null, code: "no_price", reason: "no price for NVDA" };

  it("is read next to the short text", () => {
    const explanation = "No price is known for NVDA: import its closes.";
    expect(read({ ...none, explanation })).toMatchObject({ reason: "no price for NVDA", explanation });
  });

  it("is absent in replies of older services", () => {
    expect(read(none)).toMatchObject({ reason: "no price for NVDA" });
    expect(read(none)).not.toHaveProperty("explanation");
  });

  it("is the error message of a wrong argument", () => {
    const wrong = { ...none, code: "bad_argument", reason: "days: 0 is not accepted", explanation: "days: expected a whole number from 1 to 365, got 0." };
    expect(outcomeOf(read(wrong)!)).toMatchObject({ failure: { code: "argument", message: wrong.explanation } });
  });

  it("is dropped if it is not text", () => expect(read({ ...none, explanation: 5 })).not.toHaveProperty("explanation"));
});
