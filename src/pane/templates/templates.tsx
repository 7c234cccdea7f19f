import { TryAgain } from "../notices/notice";
import type { TabProps } from "../tab";
import { useTemplates } from "./use-templates";
import { Alert, Button, Section } from "../elements";

/** The templates. Each opens as a new workbook; without an open workbook they are downloads. */
export function Templates({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const { list, opening, problem, load, open } = useTemplates({ host, say });

  return (
    <Section id="templates" heading="Open a template">
      {list === undefined ? (
        <p class="quiet">Loading templates…</p>
      ) : !list.ok ? (
        <TryAgain message={list.message} again={() => void load()} />
      ) : (
        <ul class="list">
          {list.value.map((template) => (
            <li key={template.id} class="split whole">
              <div>
                <p>{template.title}</p>
                <p class="quiet">{template.about}</p>
              </div>
              {workbook ? (
                <Button
                  class="small"
                  aria-label={`Open ${template.title}`}
                  aria-busy={opening === template.id}
                  aria-disabled={opening !== undefined}
                  words={opening === template.id ? "Opening…" : "Open"}
                  act={() => open(template)}
                />
              ) : (
                <a href={`templates/${template.id}.xlsx`} download={`${template.title}.xlsx`} aria-label={`Download ${template.title}`}>
                  Download
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <Alert message={problem} />
    </Section>
  );
}
