import { CODES } from "../../../../src/contract/codes";
import { declarationOf } from "../../../../src/contract/functions/declarations";
import { ask, codeOf, DAYS } from "./ask-world";

describe("ESI", () => {
  it.each(DAYS)("refuses every field on %s because its forecasts are proprietary", (day) => {
    const fields = declarationOf("ESI").fields!.map((f) => f.name);
    expect(fields).toEqual(["index", "inflation", "event_count", "thin", "date"]);
    for (const field of fields) {
      const answer = ask(day, "ESI", field);
      expect(codeOf(answer)).toBe("proprietary_forecasts");
      expect(answer).toMatchObject({
        reason: "No surprise index: forecasters' consensus is proprietary.",
        explanation: expect.stringMatching(/consensus, which is proprietary.*FRED.*REGIME/) as string,
      });
      expect(answer.sample).toBe(false);
    }
    expect(CODES.proprietary_forecasts.kind).toBe("data");
  });
});
