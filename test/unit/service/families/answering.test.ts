import { answering, SAMPLE } from "../../../../src/service/answers/answering";

describe("a reason", () => {
  const say = answering(SAMPLE, 60);

  it("has the short text for the cell and the full text as two members", () => {
    expect(say.reason("no_price", { short: "no price for NVDA", full: "No price is known for NVDA: import its closes." })).toMatchObject({
      reason: "no price for NVDA",
      explanation: "No price is known for NVDA: import its closes.",
    });
  });

  it("has no full text if only one text is given", () => {
    const { reason, explanation } = say.reason("no_price", "no price for NVDA");
    expect([reason, explanation]).toEqual(["no price for NVDA", undefined]);
  });
});
