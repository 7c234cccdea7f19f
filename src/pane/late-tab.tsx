import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TabProps } from "./tab";
import { Button } from "./elements";

/**
 * A tab's contents, whose code is loaded after the pane has been drawn.
 *
 * @param load imports the code. It is called again after a failure
 */
export function lateTab(load: () => Promise<ComponentType<TabProps>>) {
  let loaded: ComponentType<TabProps> | undefined;
  const loadOnce = async (): Promise<boolean> => {
    try {
      loaded ??= await load();
      return true;
    } catch {
      return false;
    }
  };
  const body = (props: TabProps) => {
    const [failed, setFailed] = useState(false);
    const [, redraw] = useState(false);
    const start = (): void => void loadOnce().then((done) => (done ? redraw(true) : setFailed(true)));
    useEffect(() => {
      if (!loaded) start();
    }, []);
    if (loaded) {
      const Body = loaded;
      return <Body {...props} />;
    }
    if (!failed) return <p class="note">Loading …</p>;
    const again = (): void => {
      setFailed(false);
      start();
    };
    return (
      <section role="alert">
        <p>This part of the pane did not load, because its server did not answer. Check the connection and that the service is running, then try again.</p>
        <Button class="wide" words="Try again" act={again} />
      </section>
    );
  };
  // Never rejects: a tab that is shown without its code says so.
  return { body, load: () => loadOnce().then(() => undefined) };
}
