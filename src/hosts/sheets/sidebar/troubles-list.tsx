import type { RefreshResult } from "../sidebar-calls";
import { counted } from "../../../contract/counted";

/** Why formulas were not recalculated, with their numbers. */
export function TroublesList({ troubles, unit }: Pick<RefreshResult, "troubles"> & { readonly unit: string }) {
  if (troubles.length === 0) return null;
  return (
    <ul class="reasons">
      {troubles.map(({ message, cells }) => (
        <li key={message}>
          <strong>{counted(cells, unit)}</strong>: {message}
        </li>
      ))}
    </ul>
  );
}
