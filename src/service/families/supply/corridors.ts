/** Trade in one basket of goods from one country to another, as one of the two declares it to its customs. */
export interface Corridor {
  readonly id: string;
  readonly basket: string;
  /** Code in the Harmonized System. */
  readonly hs: string;
  /** ISO 3166-1, two letters. */
  readonly exporter: string;
  readonly importer: string;
  readonly flow: "exports" | "imports";
  /** Id of the corridor that the other country declares. */
  readonly mirror: string;
}

const BASKETS = {
  "integrated-circuits": ["Electronic integrated circuits", "8542"],
  "chip-machinery": ["Machines for making semiconductors", "8486"],
  "lithium-batteries": ["Lithium-ion accumulators", "8507.60"],
  "metal-magnets": ["Permanent magnets of metal", "8505.11"],
} as const;
type Basket = keyof typeof BASKETS;

const ROUTES: readonly (readonly [basket: Basket, exporter: string, importer: string])[] = [
  ["integrated-circuits", "TW", "US"],
  ["integrated-circuits", "KR", "CN"],
  ["chip-machinery", "NL", "CN"],
  ["chip-machinery", "JP", "CN"],
  ["lithium-batteries", "CN", "US"],
  ["lithium-batteries", "CN", "DE"],
  ["metal-magnets", "CN", "US"],
  ["metal-magnets", "CN", "JP"],
];

/** The corridors: each route twice, as the exporter and as the importer declare it. */
export const CORRIDORS: readonly Corridor[] = ROUTES.flatMap(([key, exporter, importer]) => {
  const [basket, hs] = BASKETS[key];
  const id = (flow: Corridor["flow"]): string => `${key}-${exporter}-${importer}-${flow}`.toLowerCase();
  return (["exports", "imports"] as const).map((flow) => ({
    ...{ id: id(flow), basket, hs, exporter, importer, flow },
    mirror: id(flow === "exports" ? "imports" : "exports"),
  }));
});

/** Why no corridor has figures, whatever the plan. */
export const NOT_LICENSED = "No source of these customs statistics with a confirmed licence for reuse is covered, so no figures are stored.";
