import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Clock } from "@/lib/core/clock";
import { isPublicAddress } from "../../core/http/public-address";
import {
  assertPublicUrl,
  ForbiddenAddress,
  publicOnlyLookup,
  type Resolve,
  resolveName,
} from "../../core/http/ssrf-guard";

/** Of one attempt: name, connection, TLS and answer together. */
export const attemptDeadlineMs = 10_000;
/** Of an answer that is kept, for whoever looks for a fault. */
const keptAnswerBytes = 16 * 1024;

export interface PostOutcome {
  /** Absent when no answer came in time. */
  statusCode?: number;
  responseHeaders: Record<string, string>;
  latencyMs: number;
  /** Empty when an answer came. It tells nothing of the network this service stands in. */
  errorMessage: string;
  responseBody: string;
}

export interface WebhookPoster {
  /** `signal` gives it up before the deadline; then no answer came. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ): Promise<PostOutcome>;
}

export interface WithWebhookPoster {
  webhookPoster: WebhookPoster;
}

const timedOut = "no answer within 10 seconds";

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** The beginning of an answer, as far as it comes before the deadline. What PostgreSQL can't keep is replaced. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes: Uint8Array = chunk;
      chunks.push(bytes);
      size += bytes.byteLength;
      if (size >= keptAnswerBytes) break;
    }
  } catch {
    // An answer that breaks off has been given all the same.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, keptAnswerBytes).toString("utf8").replaceAll("\0", "\ufffd");
}

/**
 * Sends webhooks without becoming a way into the network this service stands in (SSRF): public addresses alone unless
 * `local` allows others, and `own`, the address of the dashboard that belongs to this service; no redirects, no proxy, no connection that is shared.
 */
export function createWebhookPoster(given: {
  clock: Clock;
  local: boolean;
  own?: string;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
}): WebhookPoster {
  const { clock, local, resolve = resolveName } = given;
  const isPublic = local ? () => true : (given.isPublic ?? isPublicAddress);
  const lookup = publicOnlyLookup(resolve, isPublic);
  const lookupOwn = publicOnlyLookup(resolve, () => true);

  function answerTo(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
    return new Promise<IncomingMessage>((settle, reject) => {
      const isOwn = url.href === given.own;
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
        const ends = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal;
        const response = await answerTo(new URL(text), { ...headers, "content-length": length }, body, ends);
        const latencyMs = latency();
        const responseBody = await beginningOf(response);
        const responseHeaders = headersOf(response);
        return { statusCode: response.statusCode ?? 0, responseHeaders, latencyMs, errorMessage: "", responseBody };
      } catch (error) {
        const problem = error instanceof ForbiddenAddress ? error.message : "the receiver could not be reached";
        const errorMessage = deadline.signal.aborted ? timedOut : problem;
        return { responseHeaders: {}, latencyMs: latency(), errorMessage, responseBody: "" };
      } finally {
        stop();
      }
    },
  };
}
