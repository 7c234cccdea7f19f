import { useCallback, useEffect, useState } from "preact/hooks";
import { useAttempt } from "../hooks/use-attempt";
import type { Loaded } from "../hooks/use-loaded";
import type { TabProps } from "../tab";
import type { TemplateItem } from "./template-menu";

const UNAVAILABLE = "The templates could not be loaded. Check the connection and try again.";

const isTemplate = (raw: unknown): raw is TemplateItem => {
  if (typeof raw !== "object" || raw === null) return false;
  const { id, title, about } = raw as Partial<Record<keyof TemplateItem, unknown>>;
  return typeof id === "string" && /^[a-z0-9-]+$/.test(id) && typeof title === "string" && typeof about === "string";
};

/** Fetches a file from the templates folder. `read` must validate it, because a web server may answer with a page instead of status 404. */
async function load<T>(name: string, read: (reply: Response) => Promise<T | undefined>): Promise<Loaded<T>> {
  try {
    const reply = await fetch(`templates/${name}`, { credentials: "omit" });
    const value = reply.ok ? await read(reply) : undefined;
    return value === undefined ? { ok: false, message: UNAVAILABLE } : { ok: true, value };
  } catch {
    return { ok: false, message: UNAVAILABLE };
  }
}

/** Fetches the list of templates. */
const listTemplates = (): Promise<Loaded<readonly TemplateItem[]>> =>
  load("index.json", async (reply) => {
    const raw: unknown = await reply.json();
    return Array.isArray(raw) ? raw.filter(isTemplate) : undefined;
  });

/** Fetches the .xlsx file of a template. */
const fetchTemplate = ({ id }: TemplateItem): Promise<Loaded<Uint8Array>> =>
  load(`${id}.xlsx`, async (reply) => {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return isZip ? bytes : undefined;
  });

/** The templates, and a function that opens one as a new workbook. */
export function useTemplates({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  /** Undefined while the list loads. */
  const [list, setList] = useState<Loaded<readonly TemplateItem[]> | undefined>();
  /** The id of the template that is being opened. */
  const [opening, setOpening] = useState<string | undefined>();
  const { problem, run, refuse } = useAttempt(say);

  const load = async () => setList(await listTemplates());
  useEffect(() => void load(), []);

  const open = async (template: TemplateItem) => {
    if (!workbook || opening !== undefined) return;
    setOpening(template.id);
    await run(async () => {
      const file = await fetchTemplate(template);
      if (!file.ok) return refuse(file.message);
      await workbook.open(file.value, `${template.title}.xlsx`);
      say(`${template.title} opened as a new workbook.`);
    }, "The workbook could not be opened. Try again.");
    setOpening(undefined);
  };
  /** Removes the problem. */
  const forget = useCallback(() => refuse(undefined), []);
  return { list, opening, problem, forget, load, open };
}
