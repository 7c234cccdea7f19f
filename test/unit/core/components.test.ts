import { readAnswer } from "../../../src/core/reply";

const ATTRIBUTION = { board: "Board of Governors", nyfed: "New York Fed. Subject to its Terms of Use", treasury: "Treasury" };
const answer = (more: object) => readAnswer({ id: 0, value: 6.12, source: "board", caveats: [], max_age_s: 60, ...more }, ATTRIBUTION, 0);

describe("components of a computed value", () => {
  it("are read with their sources, and the attribution names each source once", () => {
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
