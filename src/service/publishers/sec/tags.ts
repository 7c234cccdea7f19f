import type { Metric } from "../../../contract/vocabulary";

/** Where a metric stands in the filings' tagged data. */
interface Tagged {
  /** `flow` over a duration, `instant` at the period's end. */
  readonly at: "flow" | "instant";
  readonly per: "currency" | "share" | "shares";
  /**
   * Groups in order of preference. Within a group the tags mean the same line, which filers renamed over the years: the latest filing counts whichever tag it
   * used, and of several in one filing the first. A later group is taken only for a period in which no earlier one is stated at all.
   */
  readonly groups: readonly (readonly string[])[];
}

const flow = (...groups: string[][]): Tagged => ({ at: "flow", per: "currency", groups });
const instant = (...groups: string[][]): Tagged => ({ at: "instant", per: "currency", groups });
const perShare = (...groups: string[][]): Tagged => ({ at: "flow", per: "share", groups });
const counted = (at: Tagged["at"], ...groups: string[][]): Tagged => ({ at, per: "shares", groups });

/** Metrics that are computed from others here: nothing is tagged for them. */
export type ComputedMetric = "free_cash_flow";

/** The tags of each metric, of us-gaap and of ifrs-full together: their names for the same line never contradict each other. */
export const TAGS: Readonly<Record<Exclude<Metric, ComputedMetric>, Tagged>> = {
  revenue: flow(
    [
      "Revenues",
      "RevenueFromContractWithCustomerExcludingAssessedTax",
      "RevenueFromContractWithCustomerIncludingAssessedTax",
      "SalesRevenueNet",
      "SalesRevenueGoodsNet",
      "Revenue",
    ],
    ["RevenuesNetOfInterestExpense"],
    ["RevenueFromContractsWithCustomers"],
  ),
  cost_of_revenue: flow(["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", "CostOfSales"]),
  gross_profit: flow(["GrossProfit"]),
  research_and_development: flow(["ResearchAndDevelopmentExpense"], ["ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"]),
  sga: flow(["SellingGeneralAndAdministrativeExpense"]),
  operating_income: flow(["OperatingIncomeLoss", "ProfitLossFromOperatingActivities"]),
  interest_expense: flow(["InterestExpense"], ["InterestExpenseNonoperating"], ["InterestExpenseDebt"]),
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
  short_term_debt: instant(["DebtCurrent"], ["CurrentPortionOfLongtermBorrowings"]),
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
  capex: flow([
    "PaymentsToAcquirePropertyPlantAndEquipment",
    "PaymentsToAcquireProductiveAssets",
    "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
  ]),
  depreciation_amortization: flow(["DepreciationDepletionAndAmortization"], ["DepreciationAndAmortization"], ["DepreciationAmortizationAndAccretionNet"]),
  stock_compensation: flow(["ShareBasedCompensation", "AdjustmentsForSharebasedPayments"]),
  buybacks: flow(["PaymentsForRepurchaseOfCommonStock", "PaymentsToAcquireOrRedeemEntitysShares"]),
};

/** Short-term debt where a balance sheet states no total of it: borrowings of this kind and the part of long-term debt that falls due, those that are stated. */
export const SHORT_TERM_DEBT_PARTS: readonly (readonly string[])[] = [
  ["ShortTermBorrowings", "CommercialPaper"],
  ["LongTermDebtCurrent", "LongTermDebtAndCapitalLeaseObligationsCurrent"],
];

/** Shares outstanding as the cover page states them, dated by the cover, not by the period. Filers with several classes state them by class, so that there is none. */
export const COVER_SHARES = "EntityCommonStockSharesOutstanding";
