/** The ribbon's *Refresh*. Excel keeps the button busy until `completed` is called, whatever became of it. */
export function associateRefresh(refresh: () => Promise<unknown>): void {
  if (typeof Office === "undefined" || !(Office as { actions?: unknown }).actions) return;
  Office.actions.associate("refresh", (event: Office.AddinCommands.Event) => {
    // What went wrong is the refresher's to tell, in the pane.
    refresh()
      .catch(() => undefined)
      .finally(() => event.completed());
  });
}
