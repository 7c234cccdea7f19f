import { readAnswer } from "../../../src/core/reply";

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
  (text) => {
    expect(read({ value: 1, as_of: text })?.asOf).toBe(text);
  },
);

test("the publication of an observation is read, and a malformed one is dropped", () => {
  const at = "2024-05-15T12:30:00Z";
  expect(read({ value: 1, public: { at, basis: "rule" }, revisions: 2, first_value_unknown: true })?.published).toEqual({
    at,
    basis: "rule",
    revisions: 2,
    firstUnknown: true,
  });
  expect(read({ value: 1, public: { at, basis: "late bound" }, revisions: 0 })?.published).toEqual({
    at,
    basis: "late bound",
    revisions: 0,
    firstUnknown: false,
  });
  for (const wrong of [{ at, basis: "guess" }, { at: "soon", basis: "rule" }, { at }, "rule", null])
    expect([wrong, read({ value: 1, public: wrong })]).toEqual([wrong, expect.not.objectContaining({ published: expect.anything() })]);
});
