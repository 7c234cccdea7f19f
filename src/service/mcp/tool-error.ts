import { own } from "../../contract/json";

/** What a failed tool returns. `retry_after` is in seconds. */
export interface ToolError {
  readonly error:
    | "missing_api_key"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "invalid_request"
    | "rate_limited"
    | "http_error"
    | "upstream_unreachable"
    | "bad_response";
  /** Null if no reply came, or no request was sent. */
  readonly status: number | null;
  readonly retry_after: number | null;
  /** The reason: a sentence, or the object that the service sent. */
  readonly detail: unknown;
}

const BY_STATUS: Readonly<Record<string, ToolError["error"]>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "invalid_request",
  429: "rate_limited",
};

/** A failure without a reply to blame, or one of the tool's own arguments. */
export const toolError = (error: ToolError["error"], detail: unknown, status: number | null = null): ToolError => ({
  error,
  status,
  retry_after: null,
  detail,
});

/** The failure that a refusal of the service means. */
export const errorOfStatus = (status: number, detail: unknown, retryAfter: number | undefined): ToolError => ({
  error: own(BY_STATUS, String(status)) ?? "http_error",
  status,
  retry_after: retryAfter ?? null,
  detail,
});
