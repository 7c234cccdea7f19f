import type { Metric } from "../../../contract/vocabulary";

/** A line that a filing may state as the sum of others. */
interface Sum {
  /** Each part with its tags: in one filing the first tag counts. */
  readonly parts: readonly (readonly string[])[];
  /** True if all parts must be stated. Otherwise a part that is not stated counts as absent. */
  readonly all: boolean;
  /** True if the first part must be larger than every stated value of the line, which then is only the other part. */
  readonly beyond?: true;
}

/** The tags of one line. */
export interface TagGroup {
  readonly tags: readonly string[];
  /**
   * True if one tag may state a part of what another states: then the largest of a filing is the line, and a later filing that states only a smaller one under
   * another tag does not replace it. Otherwise the tags name the same line: in a filing the first counts, and the latest filing whichever tag it used.
   */
  readonly whole: boolean;
  /** Tags that state more than the line, such as revenue with excise taxes. They count only in a filing without any other tag. */
  readonly above: readonly string[];
  readonly sums: readonly Sum[];
  /** A value under one of `tags` is only a part of the line if the filing states a larger amount under one of `beside`. */
  readonly parts?: { readonly tags: readonly string[]; readonly beside: readonly string[] };
  /** All tags, those of the sums too. */
  readonly all: readonly string[];
}

/** The tags of one metric in filings' data. */
interface Tagged {
  /** `flow`: over a duration. `instant`: at the period's end. */
  readonly at: "flow" | "instant";
  readonly per: "currency" | "share" | "shares";
  /** Groups in order of preference. A later group is another measure, used only for a period in which no earlier group has a value. */
  readonly groups: readonly TagGroup[];
}

const renamed = (tags: readonly string[]): TagGroup => ({ tags, whole: false, above: [], sums: [], all: tags });
const whole = (tags: readonly string[], { above = [], sums = [], parts }: Partial<Pick<TagGroup, "above" | "sums" | "parts">> = {}): TagGroup => ({
  tags,
  whole: true,
  above,
  sums,
  ...(parts && { parts }),
  all: [...new Set([...tags, ...sums.flatMap((sum) => sum.parts.flat()), ...(parts?.beside ?? [])])],
});
const both = (...parts: readonly string[]): Sum => ({ parts: parts.map((tag) => [tag]), all: true });

type Groups = readonly (string[] | TagGroup)[];
const tagged = (at: Tagged["at"], per: Tagged["per"], groups: Groups): Tagged => ({ at, per, groups: groups.map((g) => (Array.isArray(g) ? renamed(g) : g)) });
const flow = (...groups: Groups): Tagged => tagged("flow", "currency", groups);
const instant = (...groups: Groups): Tagged => tagged("instant", "currency", groups);
const perShare = (...groups: Groups): Tagged => tagged("flow", "share", groups);
const counted = (at: Tagged["at"], ...groups: Groups): Tagged => tagged(at, "shares", groups);

/** Metrics that are computed from others and have no tag. */
export type ComputedMetric = "free_cash_flow";

/** Revenue under these standards leaves out premiums, interest and rent, which others cover. */
const OF_CONTRACTS = [
  "RevenueFromContractWithCustomerExcludingAssessedTax",
  "RevenueFromContractWithCustomerIncludingAssessedTax",
  "RevenueFromContractsWithCustomers",
];
const RENT = ["OperatingLeaseLeaseIncome", "OperatingLeasesIncomeStatementLeaseRevenue"];
const WITH_EXCISE_TAXES = "RevenueFromContractWithCustomerIncludingAssessedTax";

/** The tags of each metric, for us-gaap and ifrs-full together. Their names never conflict. */
export const TAGS: Readonly<Record<Exclude<Metric, ComputedMetric>, Tagged>> = {
  revenue: flow(
    whole(
      [
        "Revenues",
        "RevenueFromContractWithCustomerExcludingAssessedTax",
        WITH_EXCISE_TAXES,
        "SalesRevenueNet",
        "SalesRevenueGoodsNet",
        "SalesRevenueServicesNet",
        "Revenue",
        "RevenueFromContractsWithCustomers",
        "RevenuesNetOfInterestExpense",
        "RegulatedAndUnregulatedOperatingRevenue",
        "RealEstateRevenueNet",
        "RevenuesExcludingInterestAndDividends",
      ],
      {
        above: [WITH_EXCISE_TAXES],
        sums: [
          both("SalesRevenueGoodsNet", "SalesRevenueServicesNet"),
          both("RevenueFromSaleOfGoods", "RevenueFromRenderingOfServices"),
          both("RegulatedOperatingRevenue", "UnregulatedOperatingRevenue"),
          // A bank that states no total. Its interest counts net of what it pays, if it states that.
          { parts: [["InterestIncomeExpenseNet", "InterestAndDividendIncomeOperating"], ["NoninterestIncome"]], all: true },
          // An owner of property that states no total.
          { parts: [RENT, OF_CONTRACTS], all: true, beyond: true },
        ],
        parts: { tags: OF_CONTRACTS, beside: ["PremiumsEarnedNet", "InsuranceRevenue", "InterestAndDividendIncomeOperating", "RevenueFromInterest", ...RENT] },
      },
    ),
  ),
  cost_of_revenue: flow(
    whole(["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", "CostOfServices", "CostOfSales"], {
      sums: [both("CostOfGoodsSold", "CostOfServices")],
    }),
  ),
  gross_profit: flow(["GrossProfit"]),
  research_and_development: flow(whole(["ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"])),
  sga: flow(["SellingGeneralAndAdministrativeExpense"]),
  operating_income: flow(["OperatingIncomeLoss", "ProfitLossFromOperatingActivities"]),
  interest_expense: flow(whole(["InterestExpense", "InterestExpenseNonoperating", "InterestExpenseDebt"])),
  pretax_income: flow([
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
    "ProfitLossBeforeTax",
  ]),
  income_tax: flow(["IncomeTaxExpenseBenefit", "IncomeTaxExpenseContinuingOperations"]),
  net_income: flow(["NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent"], ["ProfitLoss"]),
  eps_basic: perShare(["EarningsPerShareBasic", "BasicEarningsLossPerShare"], ["EarningsPerShareBasicAndDiluted"]),
  eps_diluted: perShare(["EarningsPerShareDiluted", "DilutedEarningsLossPerShare"], ["EarningsPerShareBasicAndDiluted"]),
  shares_basic: counted("flow", ["WeightedAverageNumberOfSharesOutstandingBasic", "WeightedAverageShares"]),
  shares_diluted: counted("flow", ["WeightedAverageNumberOfDilutedSharesOutstanding", "AdjustedWeightedAverageShares"]),
  shares_outstanding: counted("instant", ["CommonStockSharesOutstanding", "NumberOfSharesOutstanding"]),
  dividends_per_share: perShare(["CommonStockDividendsPerShareDeclared"], ["CommonStockDividendsPerShareCashPaid"]),
  cash: instant(["CashAndCashEquivalentsAtCarryingValue", "CashAndCashEquivalents"]),
  receivables: instant(["AccountsReceivableNetCurrent"], ["ReceivablesNetCurrent"], ["TradeAndOtherCurrentReceivables"]),
  inventory: instant(["InventoryNet", "Inventories"]),
  current_assets: instant(["AssetsCurrent", "CurrentAssets"]),
  property_plant_equipment: instant(["PropertyPlantAndEquipmentNet", "PropertyPlantAndEquipment"]),
  goodwill: instant(["Goodwill"]),
  total_assets: instant(["Assets"]),
  accounts_payable: instant(["AccountsPayableCurrent"], ["AccountsPayableTradeCurrent", "TradeAndOtherCurrentPayables"]),
  current_liabilities: instant(["LiabilitiesCurrent", "CurrentLiabilities"]),
  short_term_debt: instant(
    ["DebtCurrent"],
    whole([], {
      sums: [
        {
          parts: [
            ["ShortTermBorrowings", "CommercialPaper"],
            ["LongTermDebtCurrent", "LongTermDebtAndCapitalLeaseObligationsCurrent"],
          ],
          all: false,
        },
      ],
    }),
    ["CurrentPortionOfLongtermBorrowings"],
  ),
  long_term_debt: instant(["LongTermDebtNoncurrent", "LongtermBorrowings"], ["LongTermDebt"]),
  total_liabilities: instant(["Liabilities"]),
  retained_earnings: instant(["RetainedEarningsAccumulatedDeficit", "RetainedEarnings"]),
  equity: instant(
    ["StockholdersEquity", "EquityAttributableToOwnersOfParent"],
    ["StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest", "Equity"],
  ),
  operating_cash_flow: flow(
    ["NetCashProvidedByUsedInOperatingActivities", "CashFlowsFromUsedInOperatingActivities"],
    ["NetCashProvidedByUsedInOperatingActivitiesContinuingOperations"],
  ),
  capex: flow(
    whole([
      "PaymentsToAcquirePropertyPlantAndEquipment",
      "PaymentsToAcquireProductiveAssets",
      "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    ]),
  ),
  depreciation_amortization: flow(whole(["DepreciationDepletionAndAmortization", "DepreciationAndAmortization", "DepreciationAmortizationAndAccretionNet"])),
  stock_compensation: flow(["ShareBasedCompensation", "AdjustmentsForSharebasedPayments"]),
  buybacks: flow(["PaymentsForRepurchaseOfCommonStock", "PaymentsToAcquireOrRedeemEntitysShares"]),
};

/** Shares outstanding on the cover page, dated by the cover, not by the period. Filers with several classes state them by class, so they have no total. */
export const COVER_SHARES = "EntityCommonStockSharesOutstanding";
