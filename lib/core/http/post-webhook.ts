import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Clock } from "../clock";
import { isPublicAddress } from "./public-address";
import { assertPublicUrl, ForbiddenAddress, publicOnlyLookup, type Resolve, resolveName } from "./ssrf-guard";

/** Deadline of one attempt, including DNS, connect, TLS and response. */
export const attemptDeadlineMs = 10_000;
/** How much of a response body is stored for debugging. */
const maxResponseBytes = 16 * 1024;

export interface PostOutcome {
  /** Unset if there was no response in time. */
  statusCode?: number;
  responseHeaders: Record<string, string>;
  latencyMs: number;
  /** Empty if there was a response. Never reveals details about the sender's network. */
  errorMessage: string;
  responseBody: string;
}

export interface WebhookPoster {
  /** Aborting `signal` ends the attempt early, without a response. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    signal?: AbortSignal,
  ): Promise<PostOutcome>;
}

export interface WithWebhookPoster {
  webhookPoster: WebhookPoster;
}

const timedOut = "no response within 10 seconds";

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** The first bytes of a response, as received before the deadline. Replaces null characters, which PostgreSQL can't store. */
async function readTruncated(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes: Uint8Array = chunk;
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= maxResponseBytes) break;
    }
  } catch {
    // A truncated response still counts as a response.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString("utf8").replaceAll("\0", "\ufffd");
}

/**
 * Sends webhooks, protected against SSRF: only to public addresses, unless `local` is set, and to `own`, the URL of this
 * service's dashboard. Doesn't follow redirects, use a proxy or reuse connections.
 */
export function createWebhookPoster(options: {
  clock: Clock;
  local: boolean;
  own?: string;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
}): WebhookPoster {
  const { clock, local, resolve = resolveName } = options;
  const isPublic = local ? () => true : (options.isPublic ?? isPublicAddress);
  const lookup = publicOnlyLookup(resolve, isPublic);
  const lookupOwn = publicOnlyLookup(resolve, () => true);

  function sendRequest(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ) {
    return new Promise<IncomingMessage>((settle, reject) => {
      const isOwn = url.href === options.own;
      if (!local && !isOwn) assertPublicUrl(url, isPublic);
      const send = url.protocol === "https:" ? requestHttps : requestHttp;
      const request = send(url, { method: "POST", agent: false, signal, lookup: isOwn ? lookupOwn : lookup, headers });
      request.on("error", reject);
      request.once("response", settle);
      request.end(body);
    });
  }

  return {
    async post(text, headers, body, signal) {
      const started = clock.now();
      const deadline = new AbortController();
      const stop = clock.after(attemptDeadlineMs, () => deadline.abort());
      const latency = () => Math.max(0, Math.round(clock.now() - started));
      try {
        const length = String(Buffer.byteLength(body));
        const abortSignal = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal;
        const response = await sendRequest(new URL(text), { ...headers, "content-length": length }, body, abortSignal);
        const latencyMs = latency();
        const responseBody = await readTruncated(response);
        const responseHeaders = headersOf(response);
        return { statusCode: response.statusCode ?? 0, responseHeaders, latencyMs, errorMessage: "", responseBody };
      } catch (error) {
        const problem = error instanceof ForbiddenAddress ? error.message : "couldn't connect to the receiver";
        const errorMessage = deadline.signal.aborted ? timedOut : problem;
        return { responseHeaders: {}, latencyMs: latency(), errorMessage, responseBody: "" };
      } finally {
        stop();
      }
    },
  };
}
