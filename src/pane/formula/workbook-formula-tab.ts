import "../tables/with-desk";

export { FormulaTab } from "./formula-tab";
