import { outcomeOf } from "../../../src/core/outcome";
import { readAnswer } from "../../../src/core/reply";

describe("the full text of a reason", () => {
  const none = { id: 0, value: null, code: "no_price", reason: "no price for NVDA", max_age_s: 60 };

  it("is read next to the short text", () => {
    expect(readAnswer({ ...none, explanation: "No price is known for NVDA: import its closes." }, {}, 0)).toMatchObject({
      reason: "no price for NVDA",
      explanation: "No price is known for NVDA: import its closes.",
    });
  });

  it("is absent in replies of older services", () => {
    expect(readAnswer(none, {}, 0)).toMatchObject({ reason: "no price for NVDA" });
    expect(readAnswer(none, {}, 0)).not.toHaveProperty("explanation");
  });

  it("is the error message of a wrong argument", () => {
    const wrong = { ...none, code: "bad_argument", reason: "days: 0 is not accepted", explanation: "days: expected a whole number from 1 to 365, got 0." };
    expect(outcomeOf(readAnswer(wrong, {}, 0)!)).toMatchObject({
      failure: { code: "argument", message: "days: expected a whole number from 1 to 365, got 0." },
    });
  });

  it("is dropped if it is not text", () => {
    expect(readAnswer({ ...none, explanation: 5 }, {}, 0)).not.toHaveProperty("explanation");
  });
});
