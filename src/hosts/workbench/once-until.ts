/** Returns a function that does the work later, and once for all its calls until then. */
export function onceUntil(later: (work: () => void) => void, work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    later(() => {
      isPlanned = false;
      work();
    });
  };
}
