import { databaseFault } from "../../service/store/database-fault";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import { fileFault } from "../file-fault";
import { UsageError } from "../io";

/**
 * Why a book could not be refreshed or checked, in sentences, for what was thrown meanwhile.
 *
 * Throws what concerns the other books too: a wrong command line, a fault of the service's database.
 */
export function bookFault(thrown: unknown): string {
  if (thrown instanceof FileRefusal) return thrown.message;
  const fault = fileFault(thrown);
  if (fault !== undefined) return `${fault}.`;
  if (thrown instanceof UsageError || databaseFault(thrown) !== undefined) throw thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return `It cannot be calculated here (${said.replace(/\.$/, "")}). Open it in Excel.`;
}
