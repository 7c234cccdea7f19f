import { useCallback } from "preact/hooks";
import { useUserActions } from "../hooks/use-user-actions";
import type { TabProps } from "../tab";
import { TemplateMenu } from "./template-menu";
import { useTemplates } from "./use-templates";
import { Alert } from "../elements";

/** Menu of the templates in the pane's heading; each opens as a new workbook. Nothing without a workbook, or until the list has loaded. */
export function PaneTemplates({ host, say }: Pick<TabProps, "host" | "say">) {
  const { list, problem, forget, open } = useTemplates({ host, say });
  // Above every tab, so it must not stay when the user goes on. Once the event is over: a page that is drawn during a click undoes the choice of a radio button.
  useUserActions(useCallback(() => void setTimeout(forget, 0), [forget]));
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
      <Alert message={problem} />
    </>
  );
}
