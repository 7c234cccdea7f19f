import type { Metric } from "../../../contract/vocabulary";

/** The tags of one metric in filings' data. */
interface Tagged {
  /** `flow`: over a duration. `instant`: at the period's end. */
  readonly at: "flow" | "instant";
  readonly per: "currency" | "share" | "shares";
  /**
   * Groups in order of preference. Tags within a group mean the same line, renamed by filers over the years: the latest filing counts whichever tag it used,
   * and within one filing the first tag. A later group is used only for a period in which no earlier group has a value.
   */
  readonly groups: readonly (readonly string[])[];
}

const flow = (...groups: string[][]): Tagged => ({ at: "flow", per: "currency", groups });
const instant = (...groups: string[][]): Tagged => ({ at: "instant", per: "currency", groups });
const perShare = (...groups: string[][]): Tagged => ({ at: "flow", per: "share", groups });
const counted = (at: Tagged["at"], ...groups: string[][]): Tagged => ({ at, per: "shares", groups });

/** Metrics that are computed from others and have no tag. */
export type ComputedMetric = "free_cash_flow";

/** The tags of each metric, for us-gaap and ifrs-full together. Their names never conflict. */
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

/** Parts of short-term debt, for a balance sheet without a total: short-term borrowings, and the current part of long-term debt. */
export const SHORT_TERM_DEBT_PARTS: readonly (readonly string[])[] = [
  ["ShortTermBorrowings", "CommercialPaper"],
  ["LongTermDebtCurrent", "LongTermDebtAndCapitalLeaseObligationsCurrent"],
];

/** Shares outstanding on the cover page, dated by the cover, not by the period. Filers with several classes state them by class, so they have no total. */
export const COVER_SHARES = "EntityCommonStockSharesOutstanding";
