import { spreadsheetRefresherOf } from "../refresh/refresh-spreadsheet";
import type { TabProps } from "../tab";
import { AsOfView } from "./as-of-view";

/** The day or moment that all cells of a spreadsheet are as of, for all its users. Nothing without a key, as the refresh above says. */
export function SpreadsheetDay({ host, say }: Pick<TabProps, "host" | "say">) {
  const { spreadsheet } = host;
  if (!spreadsheet || host.connection().kind === "none") return null;
  const blocked = spreadsheetRefresherOf(host).state().phase !== "idle";
  return <AsOfView host={host} say={say} saved="Saved in this spreadsheet, for all its users." blocked={blocked} set={spreadsheet.setAsOf} />;
}
