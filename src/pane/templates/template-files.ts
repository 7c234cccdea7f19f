import type { Loaded } from "../hooks/use-loaded";

/** A template workbook, as listed in `templates/index.json`. */
export interface TemplateFile {
  /** The file is `templates/<id>.xlsx`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

const UNAVAILABLE = "The templates could not be loaded. Check the connection and try again.";

const isTemplate = (raw: unknown): raw is TemplateFile => {
  if (typeof raw !== "object" || raw === null) return false;
  const { id, title, about } = raw as Partial<Record<keyof TemplateFile, unknown>>;
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
export const listTemplates = (): Promise<Loaded<readonly TemplateFile[]>> =>
  load("index.json", async (reply) => {
    const raw: unknown = await reply.json();
    return Array.isArray(raw) ? raw.filter(isTemplate) : undefined;
  });

/** Fetches the .xlsx file of a template. */
export const fetchTemplate = ({ id }: TemplateFile): Promise<Loaded<Uint8Array>> =>
  load(`${id}.xlsx`, async (reply) => {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return isZip ? bytes : undefined;
  });
