import { Alert } from "../notices/alert";
import { TryAgain } from "../notices/notice";
import type { TabProps } from "../tab";
import { useTemplates } from "./use-templates";

/** The templates. Each opens as a new workbook; without an open workbook they are downloads. */
export function Templates({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const { list, opening, problem, load, open } = useTemplates({ host, say });

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
      <Alert message={problem} />
    </section>
  );
}
