/**
 * The page that plays Excel on the web. It frames the add-in, talks to Microsoft's office.js by window messages, passes each request batch to the test
 * (`answerBatch`), and records the results of custom functions. `HOST_INFO` ends in 3: a shared runtime (1) with custom functions (2). office.js accepts
 * only hosts on Microsoft's own domains.
 */
/** Call ids from here on belong to workbook cells; lower ids belong to calls made by tests. */
export const CELL_CALLS = 1_000_000;
export const HOST_ORIGIN = "https://excel.officeapps.live.com";

const CONVERSATION = "conversation-1";
const HOST_INFO = { frame: "Excel|Web|16.01|en-us|corr|isNotDialog||3", address: "Excel$Web$16.01$en-us$corr$$$3" };

export interface HostPage {
  readonly pane: string;
  readonly width: number;
  readonly hidden: boolean;
  /** Of Excel's own texts. */
  readonly language: string;
  readonly requirements: Readonly<Record<string, string>>;
  /** Settings that the workbook stores for the add-in, serialised. */
  readonly settings: readonly (readonly [string, string])[];
}

const knownTo = (page: HostPage) => ({
  ...page,
  origin: HOST_ORIGIN,
  requirements: JSON.stringify(page.requirements),
  cellCalls: CELL_CALLS,
  conversation: CONVERSATION,
  hostInfo: HOST_INFO,
});

/** Result of a function, as office.js sent it. `errorCode` 1 is #N/A, 7 is #VALUE!. */
export interface Result {
  readonly id: number;
  readonly ok: boolean;
  readonly value: unknown;
  readonly errorCode?: number | undefined;
}

/** A call of a function by its id. */
export interface Asked {
  readonly fn: string;
  readonly args: readonly unknown[];
  readonly address: string;
  readonly flags: number;
  readonly parameterAddresses: readonly string[] | null;
}

/** Functions that the host page offers to the test. */
export type HostPageCalls = ReturnType<typeof play>;

/** Runs in the page. `page` is its only link to the test. */
function play(page: ReturnType<typeof knownTo>) {
  type Message = {
    _actionName: string;
    _actionType: number;
    _conversationId: string;
    _correlationId: number;
    _data: { ArrayData: unknown[]; DdaMethod?: { Version?: number; DispatchId?: number } };
  };
  const shared = window as unknown as {
    answerBatch(batch: string, flags: number): Promise<string | number>;
    answerDocument(dispatchId: number, data: string): Promise<string>;
    functionsAnswered(given: string): Promise<void>;
    excel: unknown;
  };
  const given = new Map<number, Result[]>();
  const waiting = new Map<number, (result: Result) => void>();
  let resultMessages = 0;
  let ready = false;
  /** Answers for workbook cells, put there by the test. */
  let answered: Result[] = [];

  const note = (raw: unknown): void => {
    const result: Result = Array.isArray(raw)
      ? { id: raw[0] as number, ok: raw[1] as boolean, value: raw[2], errorCode: raw[3] as number | undefined }
      : {
          id: (raw as { id: number }).id,
          ok: !(raw as { failed?: boolean }).failed,
          value: (raw as { value: unknown }).value,
          errorCode: (raw as { errorCode?: number }).errorCode,
        };
    given.set(result.id, [...(given.get(result.id) ?? []), result]);
    waiting.get(result.id)?.(result);
    waiting.delete(result.id);
    if (result.id >= page.cellCalls) answered.push(result);
  };

  /** Numbers of `OSF.AgaveHostAction`, such as 13 for a Tab that leaves the pane. office.js tells Excel on the web of the keys that it takes from the pane. */
  const notified: number[] = [];
  /** Events that the add-in listens for. */
  const heard = new Set<string>();

  const context = {
    _id: "app-1",
    _appName: 16,
    _appVersion: "16.01",
    _appUILocale: page.language,
    _dataLocale: "en-us",
    _docUrl: "https://contoso.sharepoint.com/Book.xlsx",
    _clientMode: 0,
    _settings: page.settings,
    _reason: 2,
    _osfControlType: 1,
    _eToken: "",
    _correlationId: "c",
    _appInstanceId: "i1",
    _appMinorVersion: 1,
    _requirementMatrix: page.requirements,
    _hostFullVersion: "16.0.1",
    _addinName: "Service",
    _featureGates: {},
    _initialDisplayMode: 0,
  };

  /** office.js's number for the method that carries batches of the Excel API. */
  const BATCH = 93;
  const answerRequest = async (message: Message): Promise<unknown> => {
    const { Version = 1, DispatchId = BATCH } = message._data.DdaMethod ?? {};
    if (DispatchId !== BATCH) return { Version, ...(JSON.parse(await shared.answerDocument(DispatchId, JSON.stringify(message._data))) as object) };
    const text = message._data.ArrayData[4] as string;
    const { Actions } = JSON.parse(text) as { Actions: { Id: number; Name: string; ArgumentInfo: { Arguments: unknown[][] } }[] };
    if (Actions.some(({ Name }) => /ReadyForCustomFunctions/.test(Name))) ready = true;
    const body = await shared.answerBatch(text, message._data.ArrayData[6] as number);
    if (typeof body === "number") return { Version, Error: body };
    for (const { Name, ArgumentInfo } of Actions) {
      // office.js sends the results of a refused request again.
      if (!/^SetInvocation(Array)?Results$/.test(Name) || (JSON.parse(body) as { Error?: unknown }).Error) continue;
      resultMessages++;
      ArgumentInfo.Arguments[0]?.forEach(note);
    }
    if (answered.length > 0) void shared.functionsAnswered(JSON.stringify(answered));
    answered = [];
    return { Version, Error: 0, Data: [200, ["Content-Type", "application/json"], body] };
  };

  window.addEventListener("message", (event) => {
    let message: Message;
    try {
      message = JSON.parse(event.data as string) as Message;
    } catch {
      return;
    }
    const reply = (data: unknown) =>
      (event.source as Window).postMessage(
        JSON.stringify({
          _messageType: 1,
          _actionName: message._actionName,
          _conversationId: message._conversationId,
          _correlationId: message._correlationId,
          _origin: location.origin,
          _data: data,
          _errorCode: 0,
          _responseType: 0,
          _serializerVersion: 1,
        }),
        "*",
      );
    if (message._actionType === 1 || message._actionType === 2) {
      if (message._actionType === 1) heard.add(message._actionName);
      else heard.delete(message._actionName);
      reply({ Error: 0 });
    } else if (message._actionName === "ContextActivationManager_getAppContextAsync") reply(context);
    else if (message._actionName === "executeMethod") void answerRequest(message).then(reply);
    else if (message._actionName === "ContextActivationManager_notifyHost") {
      notified.push((message._data as unknown as number[])[1]!);
      reply({ Version: 1, Error: 0 });
    } else reply({ Version: 1, Error: 0 });
  });

  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${page.width}px;height:900px;border:0${page.hidden ? ";display:none" : ""}`;
  frame.name = JSON.stringify({
    baseFrameName: "b1",
    hostInfo: page.hostInfo.frame,
    xdmInfo: `${page.conversation}|app-1|${page.origin}`,
    serializerVersion: "1",
    flights: "[]",
  });
  frame.src = `${page.pane}?_host_Info=${page.hostInfo.address}`;

  const post = (name: string, data: object): void =>
    frame.contentWindow?.postMessage(
      JSON.stringify({
        _messageType: 1,
        _actionName: name,
        _conversationId: page.conversation,
        _correlationId: -1,
        _origin: location.origin,
        _data: data,
        _errorCode: 0,
        _responseType: 1,
        _serializerVersion: 1,
      }),
      "*",
    );
  const fire = (entries: unknown[]): void => post("richApiMessage", { ArrayData: entries });

  const send = (calls: readonly Asked[], ids: readonly number[]) =>
    fire(calls.map((call, i) => [1, 1000, "", JSON.stringify([ids[i], call.fn, call.args, call.address, call.flags, call.parameterAddresses]), ids[i], false]));

  let next = 1;
  const excel = {
    hears: (name: string) => heard.has(name),
    notified: () => notified,
    /** Raises an event. */
    tell: (name: string) => post(name, {}),
    /** Raises office.js's event 10 of the workbook: the content of cells was changed. */
    tellChange: (change: object) => fire([[65_536, 10, "Workbook", JSON.stringify({ changeType: "RangeEdited", source: "Local", ...change }), 0, false]]),
    /** Calls for workbook cells, with ids given by the test. */
    send,
    isReady: () => ready,
    resultMessages: () => resultMessages,
    timesAnswered: (id: number) => given.get(id)?.length ?? 0,
    /** All calls travel in one message, as in a recalculation. */
    invoke: (calls: readonly Asked[]) => {
      const ids = calls.map(() => next++);
      const results = ids.map((id) => new Promise<Result>((resolve) => waiting.set(id, resolve)));
      send(calls, ids);
      return { ids, results };
    },
    cancel: (id: number) => fire([[1, 1001, "", JSON.stringify({ invocationId: id }), id, false]]),
  };
  shared.excel = excel;
  document.body.append(frame);
  return excel;
}

/** The page's HTML. */
export const hostPage = (page: HostPage): string =>
  `<!doctype html><meta charset="utf-8"><title>Workbook</title><body><script>(${play.toString()})(${JSON.stringify(knownTo(page))})</script></body>`;
