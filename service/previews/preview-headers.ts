import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Path below which the preview server handles requests itself. */
export const ticketPath = "/.slipway/open";
export const cookieName = "slipway-preview";

const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const cookiesOf = (header: string | undefined) =>
  (header ?? "").split(";").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
const nameOf = (cookie: string) => cookie.slice(0, Math.max(0, cookie.indexOf("="))).trim();

/** Value of the preview's cookie. */
export function previewCookie(header: string | undefined): string | undefined {
  return cookiesOf(header)
    .find((each) => nameOf(each) === cookieName)
    ?.slice(cookieName.length + 1);
}

/** Origin that the server inside expects of pages from there. */
export const insideOrigin = (port: number) => `http://localhost:${port}`;

/** Headers of a request for the server inside: without the preview's cookie, as if it came from `localhost`. */
export function requestHeaders(headers: IncomingHttpHeaders, origin: string, port: number): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !name.startsWith("x-forwarded-"));
  const cookie = cookiesOf(headers.cookie).filter((each) => nameOf(each) !== cookieName);
  const inside = insideOrigin(port);
  const result: OutgoingHttpHeaders = { ...Object.fromEntries(kept), host: `localhost:${port}` };
  delete result.cookie;
  if (cookie.length > 0) result.cookie = cookie.join("; ");
  if (headers.origin === origin) result.origin = inside;
  if (headers.referer?.startsWith(`${origin}/`)) result.referer = inside + headers.referer.slice(origin.length);
  return result;
}

/**
 * Headers of a response from the server inside: redirects to itself lead to the preview, cookies are for this host only and
 * can't replace the preview's, and no setting reaches beyond the preview.
 */
export function responseHeaders(headers: IncomingHttpHeaders, origin: string, port: number): OutgoingHttpHeaders {
  const removed = new Set([...hopByHop, "strict-transport-security", "alt-svc", "public-key-pins"]);
  const result: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !removed.has(name)),
  );
  const cookies = headers["set-cookie"]?.filter((each) => nameOf(each) !== cookieName);
  if (cookies) result["set-cookie"] = cookies.map((each) => each.replaceAll(/;\s*domain\s*=[^;]*/gi, ""));
  const { location } = headers;
  if (location !== undefined && URL.canParse(location)) {
    const { host, pathname, search, hash, port: target } = new URL(location);
    const isInside = ["localhost", "127.0.0.1"].includes(host.split(":")[0] ?? "") && Number(target || 80) === port;
    if (isInside) result.location = origin + pathname + search + hash;
  }
  return { ...result, "referrer-policy": "same-origin", "x-robots-tag": "noindex" };
}
