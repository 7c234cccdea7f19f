import { readAnswer } from "../../../src/core/reply";

const ATTRIBUTION = { board: "Board of Governors", nyfed: "New York Fed. Subject to its Terms of Use", treasury: "Treasury" };
const answer = (more: object) => readAnswer({ id: 0, value: 6.12, source: "board", caveats: [], max_age_s: 60, ...more }, ATTRIBUTION, 0);

describe("components of a computed value", () => {
  it("are returned, and the attribution states each source's notice once", () => {
    const read = answer({
      components: [
        { name: "balance sheet", source: "board", value: 6.66, unit: "$T", observation_date: "2025-07-09", contribution: 6.66 },
        { name: "reverse repo", source: "nyfed", value: 0.23, weight: 0.5, sample: true },
        { name: "swaps", absent: "no rows are loaded" },
      ],
    });
    expect(read?.attribution).toBe("Board of Governors; New York Fed. Subject to its Terms of Use");
    expect(read?.components).toEqual([
      {
        name: "balance sheet",
        sample: false,
        source: "board",
        attribution: "Board of Governors",
        value: 6.66,
        unit: "$T",
        observationDate: "2025-07-09",
        contribution: 6.66,
      },
      { name: "reverse repo", sample: true, source: "nyfed", attribution: ATTRIBUTION.nyfed, value: 0.23, weight: 0.5 },
      { name: "swaps", sample: false, absent: "no rows are loaded" },
    ]);
  });

  it.each([[{ components: "none" }], [{ components: [] }], [{ components: [null, 3, { value: 1 }] }], [{}]])(
    "%j is an answer without components, and the value stays",
    (more) => {
      expect(answer(more)).toMatchObject({ value: 6.12, attribution: "Board of Governors" });
      expect(answer(more)).not.toHaveProperty("components");
    },
  );

  it("leaves out a component's non-numeric figure, never zero", () => {
    expect(answer({ components: [{ name: "a", value: null, weight: "0.5", contribution: "" }] })?.components).toEqual([{ name: "a", sample: false }]);
  });
});
