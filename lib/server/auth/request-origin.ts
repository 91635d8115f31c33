/**
 * True when a request names this dashboard's own host. Any other name may be a DNS rebinding attack.
 */
export function isOwnHost(headers: Headers, webUrl: string): boolean {
  const { host, protocol } = new URL(webUrl);
  const hostHeader = headers.get("host");
  if (hostHeader === null) return false;
  const address = `${protocol}//${hostHeader}`;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.host === host && url.href === `${url.origin}/`;
}

/** True for an encoded path with a null character, including one in place of an escape that doesn't decode. */
export function hasNull(path: string): boolean {
  return path.includes("%00");
}

/** The response to a request for another host name; `undefined` when the name is correct. */
export function rejectForeignHost(headers: Headers, webUrl: string): Response | undefined {
  if (isOwnHost(headers, webUrl)) return undefined;
  return new Response(`This dashboard is served at ${webUrl}\n`, {
    status: 421,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** True when a request that changes something was made by this dashboard's own pages. */
export function isSameOrigin(headers: Headers, webUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === null && origin === null) return false;
  if (site !== null && site !== "same-origin") return false;
  return origin === null || origin === new URL(webUrl).origin;
}
