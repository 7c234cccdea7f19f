import { createListeners } from "../listeners";
import { perHost } from "../per-book";

/** How often a refresh or an update brought new data. What the pane shows of the service's coverage is fetched again when it changes. */
export const dataVersionOf = perHost(() => {
  const { notify, onChange } = createListeners();
  let version = 0;
  return {
    now: () => version,
    raise: () => {
      version++;
      notify();
    },
    onChange,
  };
});
