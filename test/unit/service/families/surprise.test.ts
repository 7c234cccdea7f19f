import { CODES } from "../../../../src/contract/codes";
import { functionSpec } from "../../../../src/contract/functions";
import { ask, codeOf, DAYS, reasonOf } from "./ask-world";

describe("ESI", () => {
  it.each(DAYS)("refuses in every field on %s, for its forecasts are proprietary", (day) => {
    const fields = functionSpec("ESI").fields!.map((f) => f.name);
    expect(fields).toEqual(["index", "inflation", "event_count", "thin", "date"]);
    for (const field of fields) {
      const answer = ask(day, "ESI", field);
      expect(codeOf(answer)).toBe("proprietary_forecasts");
      expect(reasonOf(answer)).toMatch(/consensus, which is proprietary.*FRED, REGIME/);
      expect(answer.sample).toBe(false);
    }
    expect(CODES.proprietary_forecasts.kind).toBe("data");
  });
});
