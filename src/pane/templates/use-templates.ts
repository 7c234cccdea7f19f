import { useEffect, useState } from "preact/hooks";
import type { TabProps } from "../tab";
import { refusalMessage } from "../workbook";
import { fetchTemplate, listTemplates, type Loaded, type TemplateFile } from "./template-files";

/** The templates, and a function that opens one as a new workbook. */
interface OpenTemplates {
  /** Undefined while the list loads. */
  readonly list: Loaded<readonly TemplateFile[]> | undefined;
  /** The id of the template that is being opened. */
  readonly opening: string | undefined;
  /** Why the last one did not open, and what to do; empty if it did. */
  readonly problem: string;
  readonly load: () => Promise<void>;
  readonly open: (template: TemplateFile) => Promise<void>;
}

export function useTemplates({ host, say }: Pick<TabProps, "host" | "say">): OpenTemplates {
  const workbook = host.workbook();
  const [list, setList] = useState<Loaded<readonly TemplateFile[]> | undefined>();
  const [opening, setOpening] = useState<string | undefined>();
  const [problem, setProblem] = useState("");

  const load = async () => setList(await listTemplates());
  useEffect(() => void load(), []);

  const open = async (template: TemplateFile) => {
    if (!workbook || opening !== undefined) return;
    setOpening(template.id);
    setProblem("");
    const file = await fetchTemplate(template);
    if (!file.ok) setProblem(file.message);
    else
      try {
        await workbook.open(file.value, `${template.title}.xlsx`);
        say(`${template.title} opened as a new workbook.`);
      } catch (refusal) {
        setProblem(refusalMessage(refusal, "The workbook could not be opened. Try again."));
      }
    setOpening(undefined);
  };
  return { list, opening, problem, load, open };
}
