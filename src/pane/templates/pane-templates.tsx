import type { TabProps } from "../tab";
import { TemplateMenu } from "./template-menu";
import { useTemplates } from "./use-templates";

/** Menu of the templates in the pane's heading; each opens as a new workbook. Nothing without a workbook, or until the list has loaded. */
export function PaneTemplates({ host, say }: Pick<TabProps, "host" | "say">) {
  const { list, problem, open } = useTemplates({ host, say });
  if (!host.workbook() || !list?.ok) return null;
  return (
    <>
      <TemplateMenu
        items={list.value}
        choose={(id) => {
          const template = list.value.find((one) => one.id === id);
          if (template) void open(template);
        }}
      />
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </>
  );
}
