const NAME = "service.first-run";

/** True if the user of this device closed the card of the first run. */
export function isFirstRunSeen(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    // The host forbids storage: the card opens each time that there is only sample data.
    return false;
  }
}

export function setFirstRunSeen(): void {
  try {
    localStorage.setItem(NAME, "seen");
  } catch {
    // As above.
  }
}
