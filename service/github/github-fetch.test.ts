import { describe, expect, it } from "vitest";
import type { PublicFetch, PublicRequest } from "../core/http/public-fetch";
import { createGitHubFetch } from "./github-fetch";

/** Records requests and answers them. */
function recorded(respond: (url: URL, request: PublicRequest) => Response) {
  const sent: { url: string; headers: Readonly<Record<string, string>> }[] = [];
  const send: PublicFetch["send"] = async (url, request = {}) => {
    sent.push({ url: url.href, headers: request.headers ?? {} });
    return respond(url, request);
  };
  return { sent, fetch: createGitHubFetch(send) };
}

const headers = { authorization: "token secret" };

describe("requests to GitHub", () => {
  it("follow redirects on the same server only, so that the token isn't sent elsewhere", async () => {
    const inside = recorded(({ pathname }) =>
      pathname === "/repos/a/old"
        ? new Response("{}", { status: 301, headers: { location: "https://api.github.com/repositories/1" } })
        : Response.json({ id: 1 }),
    );
    expect(await (await inside.fetch("https://api.github.com/repos/a/old", { headers })).json()).toEqual({ id: 1 });
    for (const location of ["https://evil.example.com/", "http://api.github.com/x", "//evil.example.com/"]) {
      const outside = recorded(() => new Response("{}", { status: 302, headers: { location } }));
      expect((await outside.fetch("https://api.github.com/repos/a/b", { headers })).status).toBe(302);
      expect(outside.sent).toHaveLength(1);
    }
  });

  it("stop following a loop", async () => {
    const loop = recorded(() => new Response("{}", { status: 302, headers: { location: "/again" } }));
    expect((await loop.fetch("https://api.github.com/x", { headers })).status).toBe(302);
    expect(loop.sent).toHaveLength(4);
  });

  it("are conditional when a read repeats", async () => {
    const server = recorded((_url, request) =>
      request.headers?.["if-none-match"] === '"1"'
        ? new Response(null, { status: 304 })
        : Response.json({ number: 1 }, { headers: { etag: '"1"' } }),
    );
    for (const _time of [1, 2]) {
      const response = await server.fetch("https://api.github.com/repos/a/b", { headers });
      expect([response.status, await response.json()]).toEqual([200, { number: 1 }]);
    }
    expect(server.sent.map((request) => request.headers["if-none-match"])).toEqual([undefined, '"1"']);
  });

  it("never repeat a write from the cache", async () => {
    const server = recorded(() => Response.json({}, { headers: { etag: '"1"' } }));
    for (const _time of [1, 2]) await server.fetch("https://api.github.com/x", { method: "POST", headers, body: "{}" });
    expect(server.sent.every((request) => !("if-none-match" in request.headers))).toBe(true);
  });
});
