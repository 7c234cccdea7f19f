import { render } from "preact";
import { healerOf } from "./connection/healer";
import { Pane } from "./pane";
import type { PaneHost } from "./pane-host";
import { refresherOf } from "./refresh/refresher";
import { TABS } from "./tabs";

/** Loads the code of the first tab at once, and of the others when the browser has nothing else to do: they then open also if the server has stopped meanwhile. */
async function loadTabs(): Promise<void> {
  await TABS[0]?.load?.();
  // Browser controls on older Macs do not report idle time.
  await new Promise<void>((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 1_000)));
  for (const { load } of TABS) await load?.();
}

/** Draws the pane into this element and starts each book's automatic refresh, and the recalculation of cells after an outage. */
export function mountPane(element: Element, host: PaneHost): void {
  const followBook = () => void refresherOf(host);
  host.onChange(followBook);
  followBook();
  healerOf(host);
  void loadTabs();
  render(<Pane host={host} />, element);
}
