import type { Metric } from "../contract/vocabulary";

/**
 * The XBRL elements whose definition is a line of a statement as a whole, the widest first. From the US GAAP and IFRS taxonomies' own documentation of the
 * elements. Lines without one element for the whole (debt, depreciation, receivables) are left out: there the second reading only confirms what a filing states.
 */
export const TOTALS: { readonly [M in Metric]?: readonly string[] } = {
  revenue: [
    "us-gaap:Revenues",
    "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
    "us-gaap:RevenueFromContractWithCustomerIncludingAssessedTax",
    "us-gaap:SalesRevenueNet",
    "us-gaap:SalesRevenueGoodsNet",
    "us-gaap:SalesRevenueServicesNet",
    "us-gaap:RevenuesNetOfInterestExpense",
    "us-gaap:RegulatedAndUnregulatedOperatingRevenue",
    "us-gaap:RealEstateRevenueNet",
    "us-gaap:RevenuesExcludingInterestAndDividends",
    "ifrs-full:Revenue",
    "ifrs-full:RevenueFromContractsWithCustomers",
  ],
  gross_profit: ["us-gaap:GrossProfit", "ifrs-full:GrossProfit"],
  operating_income: ["us-gaap:OperatingIncomeLoss", "ifrs-full:ProfitLossFromOperatingActivities"],
  income_tax: ["us-gaap:IncomeTaxExpenseBenefit", "ifrs-full:IncomeTaxExpenseContinuingOperations"],
  net_income: ["us-gaap:NetIncomeLoss", "ifrs-full:ProfitLossAttributableToOwnersOfParent"],
  eps_basic: ["us-gaap:EarningsPerShareBasic", "ifrs-full:BasicEarningsLossPerShare"],
  eps_diluted: ["us-gaap:EarningsPerShareDiluted", "ifrs-full:DilutedEarningsLossPerShare"],
  shares_basic: ["us-gaap:WeightedAverageNumberOfSharesOutstandingBasic", "ifrs-full:WeightedAverageShares"],
  shares_diluted: ["us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding", "ifrs-full:AdjustedWeightedAverageShares"],
  cash: ["us-gaap:CashAndCashEquivalentsAtCarryingValue", "ifrs-full:CashAndCashEquivalents"],
  inventory: ["us-gaap:InventoryNet", "ifrs-full:Inventories"],
  current_assets: ["us-gaap:AssetsCurrent", "ifrs-full:CurrentAssets"],
  property_plant_equipment: ["us-gaap:PropertyPlantAndEquipmentNet", "ifrs-full:PropertyPlantAndEquipment"],
  goodwill: ["us-gaap:Goodwill", "ifrs-full:Goodwill"],
  total_assets: ["us-gaap:Assets", "ifrs-full:Assets"],
  current_liabilities: ["us-gaap:LiabilitiesCurrent", "ifrs-full:CurrentLiabilities"],
  total_liabilities: ["us-gaap:Liabilities", "ifrs-full:Liabilities"],
  retained_earnings: ["us-gaap:RetainedEarningsAccumulatedDeficit", "ifrs-full:RetainedEarnings"],
  equity: ["us-gaap:StockholdersEquity", "ifrs-full:EquityAttributableToOwnersOfParent"],
  operating_cash_flow: ["us-gaap:NetCashProvidedByUsedInOperatingActivities", "ifrs-full:CashFlowsFromUsedInOperatingActivities"],
  stock_compensation: ["us-gaap:ShareBasedCompensation"],
  buybacks: ["us-gaap:PaymentsForRepurchaseOfCommonStock"],
};

/** Lines whose elements may each be a part of another one, so that the largest one of a filing is the whole. */
export const LARGEST: ReadonlySet<Metric> = new Set(["revenue"]);

/** Two elements that add up to revenue: of a bank after interest expense, of goods and services, of a utility, of an owner of property. */
export const REVENUE_SUMS = [
  ["us-gaap:InterestIncomeExpenseNet", "us-gaap:NoninterestIncome"],
  ["us-gaap:SalesRevenueGoodsNet", "us-gaap:SalesRevenueServicesNet"],
  ["ifrs-full:RevenueFromSaleOfGoods", "ifrs-full:RevenueFromRenderingOfServices"],
  ["us-gaap:RegulatedOperatingRevenue", "us-gaap:UnregulatedOperatingRevenue"],
  ["us-gaap:OperatingLeaseLeaseIncome", "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"],
] as const;

/** Rent adds to a value under the other elements only if it is larger than each of them: a total covers it already. */
export const RENT = "us-gaap:OperatingLeaseLeaseIncome";
