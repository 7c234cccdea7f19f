import { useEffect, useRef, useState } from "preact/hooks";
import { PlanAndQuota } from "../../../pane/account/plan-and-quota";
import type { Account, KeyTest } from "../sidebar-calls";
import { AfterSaving } from "./after-saving";

import { KeyKept } from "./key-kept";
import { OwnKey } from "./own-key";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface KeyViewProps extends ViewProps {
  readonly tell: (account: Account) => void;
  readonly again: () => void;
}

/** The key of the person who has the sidebar open: who pays, testing, keeping, removing. What is kept never comes back. */
export function KeyView({ run, known, say, show, tell, again }: KeyViewProps) {
  const { account, problem } = known;
  const [tested, setTested] = useState<KeyTest | undefined>();
  const [changing, setChanging] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ready = account?.baseUrl !== undefined && account.hasKey;

  const turn = useRef(0);
  /** What comes late for an earlier key is dropped. */
  const put = (test: KeyTest | undefined) => {
    turn.current++;
    setTested(test);
  };
  const testKept = async () => {
    put(undefined);
    const mine = turn.current;
    const test = await run("testKept").catch((e: unknown): KeyTest => ({ ok: false, message: wordsOf(e) }));
    if (turn.current === mine) put(test);
  };
  const saved = useRef(false);
  useEffect(() => {
    // What was just saved was just tested.
    if (ready && !saved.current) void testKept();
    saved.current = false;
  }, [ready]);

  // What was worked in goes away when a key is saved or removed, and the keyboard's place with it.
  const before = useRef(account?.hasKey);
  useEffect(() => {
    if (before.current !== undefined && document.activeElement === document.body) heading.current?.focus();
    before.current = account?.hasKey;
  }, [account?.hasKey, changing]);

  const keep = async (test: KeyTest) => {
    saved.current = true;
    put(test);
    setChanging(false);
    setIsNew(true);
    if (account) tell({ ...account, hasKey: true });
    say("The service takes this key. It is saved.");
    // Who pays may be said differently now; where it cannot be asked, what is shown still holds.
    await run("account").then(tell, () => undefined);
  };

  return (
    <>
      <section aria-labelledby="key-title">
        <h2 id="key-title" ref={heading} tabIndex={-1}>
          Your key
        </h2>
        {!account && !problem && <p class="quiet">Asking the script…</p>}
        {problem && (
          <div class="problem">
            <p>{problem}</p>
            <button type="button" onClick={again}>
              Try again
            </button>
          </div>
        )}
        {account && account.baseUrl === undefined && (
          <div class="warning">
            <p>This script was built without the address of a service, so there is nobody to ask. Build it with the address, and push it again:</p>
            <p>
              <code>
                npm run sheets:build -- <span class="piece">--base-url https://…</span>
              </code>
            </p>
          </div>
        )}
        {account && <p>{account.whoPays}</p>}
        {account?.baseUrl !== undefined && (
          <>
            <dl>
              <dt>Service</dt>
              <dd>{account.baseUrl}</dd>
            </dl>
            {account.hasKey && !changing && isNew && <AfterSaving show={show} />}
            {account.hasKey && !changing ? (
              <KeyKept
                run={run}
                say={say}
                tested={tested}
                test={() => void testKept()}
                change={() => {
                  put(undefined);
                  setChanging(true);
                }}
                removed={(now) => {
                  put(undefined);
                  setIsNew(false);
                  tell(now);
                }}
              />
            ) : (
              <OwnKey
                run={run}
                say={say}
                tested={put}
                saved={(test) => void keep(test)}
                {...(account.hasKey
                  ? {
                      cancel: () => {
                        setChanging(false);
                        void testKept();
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
