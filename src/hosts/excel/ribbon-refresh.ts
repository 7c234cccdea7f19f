/** Connects the ribbon's *Refresh*. Excel keeps the button busy until `completed` is called, even after a failure. */
export function associateRefresh(refresh: () => Promise<unknown>): void {
  if (typeof Office === "undefined" || !(Office as { actions?: unknown }).actions) return;
  Office.actions.associate("refresh", (event: Office.AddinCommands.Event) => {
    // The pane shows failures.
    refresh()
      .catch(() => undefined)
      .finally(() => event.completed());
  });
}
