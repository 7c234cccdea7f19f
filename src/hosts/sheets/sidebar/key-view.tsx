import { useEffect, useRef, useState } from "preact/hooks";
import { PlanAndQuota } from "../../../pane/account/plan-and-quota";
import type { Account, KeyTest } from "../sidebar-calls";
import { AfterSaving } from "./after-saving";
import { EnterKey } from "./enter-key";
import { SavedKey } from "./saved-key";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface KeyViewProps extends ViewProps {
  readonly setAccount: (account: Account) => void;
  readonly reload: () => void;
}

/** The user's key: where it is used, and how to test, save and remove it. A saved key is never returned. */
export function KeyView({ run, known, say, show, setAccount, reload }: KeyViewProps) {
  const { account, problem } = known;
  const [tested, setTested] = useState<KeyTest | undefined>();
  const [changing, setChanging] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ready = account?.baseUrl !== undefined && account.hasKey;

  const turn = useRef(0);
  /** Sets a test's result; a late result for an earlier key is dropped. */
  const put = (test: KeyTest | undefined) => {
    turn.current++;
    setTested(test);
  };
  const testSavedKey = async () => {
    put(undefined);
    const mine = turn.current;
    const test = await run("testSavedKey").catch((e: unknown): KeyTest => ({ ok: false, message: wordsOf(e) }));
    if (turn.current === mine) put(test);
  };
  const saved = useRef(false);
  useEffect(() => {
    // A key that was just saved was just tested.
    if (ready && !saved.current) void testSavedKey();
    saved.current = false;
  }, [ready]);

  // Saving or removing the key removes the focused element, so the focus moves to the heading.
  const previous = useRef(account?.hasKey);
  useEffect(() => {
    if (previous.current !== undefined && document.activeElement === document.body) heading.current?.focus();
    previous.current = account?.hasKey;
  }, [account?.hasKey, changing]);

  const keep = async (test: KeyTest) => {
    saved.current = true;
    put(test);
    setChanging(false);
    setIsNew(true);
    if (account) setAccount({ ...account, hasKey: true });
    say("Key accepted and saved.");
    // Reads the account again; if that fails, the state above is still right.
    await run("account").then(setAccount, () => undefined);
  };

  return (
    <>
      <section aria-labelledby="key-title">
        <h2 id="key-title" ref={heading} tabIndex={-1}>
          Your key
        </h2>
        {!account && !problem && <p class="quiet">Loading…</p>}
        {problem && (
          <div class="problem">
            <p>{problem}</p>
            <button type="button" onClick={reload}>
              Try again
            </button>
          </div>
        )}
        {account && account.baseUrl === undefined && (
          <div class="warning">
            <p>This script was built without a service address. Build it with one and push it again:</p>
            <p>
              <code>
                npm run sheets:build -- <span class="piece">--base-url https://…</span>
              </code>
            </p>
          </div>
        )}
        {account && <p>{account.keyUse}</p>}
        {account?.baseUrl !== undefined && (
          <>
            <dl>
              <dt>Service</dt>
              <dd>{account.baseUrl}</dd>
            </dl>
            {account.hasKey && !changing && isNew && <AfterSaving show={show} />}
            {account.hasKey && !changing ? (
              <SavedKey
                run={run}
                say={say}
                tested={tested}
                test={() => void testSavedKey()}
                change={() => {
                  put(undefined);
                  setChanging(true);
                }}
                removed={(now) => {
                  put(undefined);
                  setIsNew(false);
                  setAccount(now);
                }}
              />
            ) : (
              <EnterKey
                run={run}
                say={say}
                tested={put}
                saved={(test) => void keep(test)}
                {...(account.hasKey
                  ? {
                      cancel: () => {
                        setChanging(false);
                        void testSavedKey();
                      },
                    }
                  : {})}
              />
            )}
          </>
        )}
      </section>
      {tested?.ok && <PlanAndQuota status={tested.status} latest={undefined} />}
    </>
  );
}
