import { useCallback, useEffect, useState } from "preact/hooks";
import { useAttempt } from "../hooks/use-attempt";
import type { Loaded } from "../hooks/use-loaded";
import type { TabProps } from "../tab";
import { fetchTemplate, listTemplates, type TemplateFile } from "./template-files";

/** The templates, and a function that opens one as a new workbook. */
interface OpenTemplates {
  /** Undefined while the list loads. */
  readonly list: Loaded<readonly TemplateFile[]> | undefined;
  /** The id of the template that is being opened. */
  readonly opening: string | undefined;
  /** Why the last one did not open, and what to do; undefined if it did. */
  readonly problem: string | undefined;
  /** Removes the problem. */
  readonly forget: () => void;
  readonly load: () => Promise<void>;
  readonly open: (template: TemplateFile) => Promise<void>;
}

export function useTemplates({ host, say }: Pick<TabProps, "host" | "say">): OpenTemplates {
  const workbook = host.workbook();
  const [list, setList] = useState<Loaded<readonly TemplateFile[]> | undefined>();
  const [opening, setOpening] = useState<string | undefined>();
  const { problem, run, refuse } = useAttempt(say);

  const load = async () => setList(await listTemplates());
  useEffect(() => void load(), []);

  const open = async (template: TemplateFile) => {
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
  return { list, opening, problem, forget: useCallback(() => refuse(undefined), []), load, open };
}
