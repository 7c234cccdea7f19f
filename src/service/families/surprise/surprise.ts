import { DAY, type Evaluate, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";

/**
 * The economic surprise index is actual figures less forecasts. Every collection of those forecasts is proprietary, so every field is a reason: there is not even
 * sample data.
 */
const esi: Evaluate = () => ({
  code: "proprietary_forecasts",
  reason: "No surprise index: forecasters' consensus is proprietary.",
  explanation:
    "An economic surprise index compares figures with forecasters' consensus, which is proprietary. Use FRED for the figures, or REGIME for their overall direction.",
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
