import { chooseDark } from "../../pane/colours";

/** Red, green and blue of `#rrggbb`, as the eye weighs them; 255 is white. */
function brightness(colour: string): number | undefined {
  const [, r, g, b] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? [];
  return r === undefined ? undefined : 0.299 * parseInt(r, 16) + 0.587 * parseInt(g!, 16) + 0.114 * parseInt(b!, 16);
}

/** Whether Office shows a dark theme; undefined where it does not say. Versions without `isDarkTheme` give only the colours. */
function isOfficeDark(): boolean | undefined {
  const theme = typeof Office === "undefined" ? undefined : (Office.context as { officeTheme?: Partial<Office.OfficeTheme> } | undefined)?.officeTheme;
  if (theme?.isDarkTheme !== undefined) return theme.isDarkTheme;
  const found = brightness(theme?.bodyBackgroundColor ?? "");
  return found === undefined ? undefined : found < 128;
}

const follow = (): void => chooseDark(isOfficeDark());

/** Shows the pane in the colours of Office's theme, which may differ from the system's. Excel reports no change, so it is read again when the pane is used. */
export function followOfficeTheme(): void {
  addEventListener("focus", follow);
  document.addEventListener("visibilitychange", follow);
  follow();
}
