import { counted } from "../../contract/counted";
import type { Troubles } from "../spreadsheet";

/** Why formulas were not recalculated, with their numbers. */
export function TroublesList({ troubles, unit }: Troubles & { readonly unit: string }) {
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
