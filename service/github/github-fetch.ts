import { RecentMap } from "@/lib/core/recent-map";
import type { PublicFetch } from "../core/http/public-fetch";

const maxRedirects = 3;
const maxCachedBytes = 16 * 1024 * 1024;
const maxEntryBytes = 256 * 1024;
/** The version of the REST API whose description the requests follow. */
const apiVersion = "2022-11-28";

interface Init {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

interface CachedResponse {
  etag: string;
  body: string;
  headers: Record<string, string>;
}

/** GitHub redirects renamed repositories on the same server. The token is never sent to another one. */
function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get("location");
  if (![301, 302, 307, 308].includes(response.status) || location === null) return undefined;
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  return target?.origin === from.origin ? target : undefined;
}

/**
 * A fetch function for Octokit that connects to public addresses only, follows redirects on the same server, and makes repeated
 * reads conditional: unchanged resources don't count against GitHub's rate limit.
 */
export function createGitHubFetch(send: PublicFetch["send"]): (url: string, init?: Init) => Promise<Response> {
  const cache = new RecentMap<string, CachedResponse>(maxCachedBytes, ({ body }) => body.length);

  async function follow(start: URL, { method = "GET", headers = {}, body }: Init): Promise<Response> {
    let url = start;
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(url, { method, headers, body });
      const target = redirects < maxRedirects && method === "GET" ? redirectTarget(response, url) : undefined;
      if (!target) return response;
      url = target;
    }
  }

  return async (text, init = {}) => {
    const url = new URL(text);
    const headers = { ...init.headers, "x-github-api-version": apiVersion };
    if ((init.method ?? "GET") !== "GET") return follow(url, { ...init, headers });
    const cached = cache.get(url.href);
    const condition: Record<string, string> = cached ? { "if-none-match": cached.etag } : {};
    const response = await follow(url, { ...init, headers: { ...headers, ...condition } });
    if (cached && response.status === 304) return new Response(cached.body, { headers: cached.headers });
    const etag = response.headers.get("etag");
    if (response.status !== 200 || etag === null) return response;
    const body = await response.text();
    const kept = { "content-type": response.headers.get("content-type") ?? "application/json" };
    if (body.length <= maxEntryBytes) cache.set(url.href, { etag, body, headers: kept });
    return new Response(body, { headers: response.headers });
  };
}
