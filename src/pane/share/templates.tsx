import { useEffect, useState } from "preact/hooks";
import { TryAgain } from "../notices/try-again";
import type { TabProps } from "../tab";
import { refusalMessage } from "../workbook";
import { fetchTemplate, listTemplates, type Loaded, type TemplateFile } from "./template-files";

/** The templates. Each opens as a new workbook; without an open workbook they are downloads. */
export function Templates({ host, say }: Pick<TabProps, "host" | "say">) {
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

  return (
    <section aria-labelledby="templates">
      <h2 id="templates">Open a template</h2>
      {list === undefined ? (
        <p class="quiet">Loading templates…</p>
      ) : !list.ok ? (
        <TryAgain message={list.message} again={() => void load()} />
      ) : (
        <ul class="list share-templates">
          {list.value.map((template) => (
            <li key={template.id}>
              <div>
                <p>{template.title}</p>
                <p class="quiet">{template.about}</p>
              </div>
              {workbook ? (
                <button
                  type="button"
                  class="small"
                  aria-label={`Open ${template.title}`}
                  aria-busy={opening === template.id}
                  aria-disabled={opening !== undefined}
                  onClick={() => void open(template)}
                >
                  {opening === template.id ? "Opening…" : "Open"}
                </button>
              ) : (
                <a href={`templates/${template.id}.xlsx`} download={`${template.title}.xlsx`} aria-label={`Download ${template.title}`}>
                  Download
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </section>
  );
}
