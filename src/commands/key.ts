import { dataFolder, type Io } from "./io";
import { openLocalService } from "./local-service";
import { typed } from "./options";

/** `npm run key`: prints this machine's key to the person who asks, for pasting into a pane that does not run on this machine's own page. */
export async function key(argv: string[], io: Io): Promise<number> {
  const { values } = typed("key", argv);
  if (values.help) {
    io.out("Prints this machine's key.\n\n  npm run key\n\n  --data DIR    the service's folder; .service if left out");
    return 0;
  }
  const local = openLocalService(dataFolder(values.data, io), undefined, io);
  local.store.close();
  io.out(local.key);
  io.err("(The key of this machine's own service. It opens nothing elsewhere; do not put it into a workbook or a message.)");
  return 0;
}
