import type { ServiceUnderTest } from "./service-under-test";

/** A reply of an address of prediction markets. */
export interface PredictionReply<T> {
  readonly status: number;
  readonly data: T;
  readonly count: number;
  readonly as_of: string;
  readonly detail: string;
  readonly meta: {
    readonly sample: boolean;
    readonly caveats: readonly string[];
    readonly attribution: Record<string, string>;
    readonly has_more?: boolean;
    readonly note?: string;
    readonly as_of?: string;
  };
}

export async function getPrediction<T>(s: ServiceUnderTest, path: string): Promise<PredictionReply<T>> {
  const reply = await s.get(`/v1/prediction/${path}`);
  return { status: reply.statusCode, ...reply.json<Omit<PredictionReply<T>, "status">>() };
}
