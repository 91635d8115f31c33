import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

/** Replaces the escapes of a path that doesn't decode with `%00`, which every route rejects. Keeps the query. */
export function withoutMalformedEscapes(url: string): string {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replace(/%[0-9a-f]{0,2}/gi, "%00") + url.slice(path.length);
  }
}

/**
 * Next.js responds to a path that doesn't decode with a bare 500 before any code of the dashboard runs, so such paths are
 * replaced when a request arrives.
 */
export function replaceMalformedPaths(): void {
  subscribe("http.server.request.start", (message) => {
    if (typeof message !== "object" || message === null || !("request" in message)) return;
    const { request } = message;
    if (request instanceof IncomingMessage && request.url) request.url = withoutMalformedEscapes(request.url);
  });
}
