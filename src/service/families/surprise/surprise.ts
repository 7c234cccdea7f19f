import { DAY, type Evaluate, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";

/**
 * The economic surprise index is actual figures less what forecasters had expected. Every collection of those forecasts is proprietary, so this service has no
 * such figure, generated or other, in any field, and says so.
 */
const esi: Evaluate = () => ({
  code: "proprietary_forecasts",
  reason: "No surprise index: forecasters' consensus is proprietary.",
  explanation:
    "An economic surprise index compares figures with forecasters' consensus, which is proprietary: this service has none. FRED gives the figures themselves, REGIME what they add up to.",
  source: "sample",
  sample: false,
  max_age_s: DAY,
});

export const surprise: Family = {
  name: "surprise",
  functions: {
    ESI: {
      evaluate: esi,
      ages: { fields: all("window", "index", "inflation", "event_count", "thin", "date") },
      universe: () => null,
      asOf: "never",
    },
  },
  basis: "none",
};
