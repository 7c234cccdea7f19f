/** One workbook to begin with, as `templates/index.json` lists it. */
export interface TemplateFile {
  /** The file is `templates/<id>.xlsx`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

export type Got<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const AWAY = "The templates could not be loaded. Check the connection and try again.";

const isTemplate = (raw: unknown): raw is TemplateFile => {
  if (typeof raw !== "object" || raw === null) return false;
  const { id, title, about } = raw as Partial<Record<keyof TemplateFile, unknown>>;
  return typeof id === "string" && /^[a-z0-9-]+$/.test(id) && typeof title === "string" && typeof about === "string";
};

/** A file that stands beside the pane's page. Any web server may answer with a page of its own where it has no such file. */
async function beside<T>(name: string, read: (reply: Response) => Promise<T | undefined>): Promise<Got<T>> {
  try {
    const reply = await fetch(`templates/${name}`, { credentials: "omit" });
    const value = reply.ok ? await read(reply) : undefined;
    return value === undefined ? { ok: false, message: AWAY } : { ok: true, value };
  } catch {
    return { ok: false, message: AWAY };
  }
}

/** The workbooks that the pane's host has. */
export const listTemplates = (): Promise<Got<readonly TemplateFile[]>> =>
  beside("index.json", async (reply) => {
    const raw: unknown = await reply.json();
    return Array.isArray(raw) ? raw.filter(isTemplate) : undefined;
  });

/** The bytes of one of them. */
export const fetchTemplate = ({ id }: TemplateFile): Promise<Got<Uint8Array>> =>
  beside(`${id}.xlsx`, async (reply) => {
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return isZip ? bytes : undefined;
  });
