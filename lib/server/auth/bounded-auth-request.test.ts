import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { sendEndlessly } from "@/lib/core/testing/send-endlessly";
import { authBodyBytes, boundedAuthRequest } from "./bounded-auth-request";

const url = "http://127.0.0.1:3000/api/auth/callback/link";
const post = (body: string) =>
  new Request(url, { method: "POST", body, headers: { "content-type": "application/json", cookie: "a=1" } });

describe("boundedAuthRequest", () => {
  it("keeps the method, the headers and the body of a small request", async () => {
    const bounded = await boundedAuthRequest(post('{"token":"t"}'));
    if ("response" in bounded) throw new Error("rejected");
    expect(bounded.request.method).toBe("POST");
    expect(bounded.request.headers.get("cookie")).toBe("a=1");
    expect(await bounded.request.json()).toEqual({ token: "t" });
  });

  it("keeps a request without a body", async () => {
    const bounded = await boundedAuthRequest(new Request(`${url}?code=1`));
    expect("request" in bounded && bounded.request.nextUrl.searchParams.get("code")).toBe("1");
  });

  it("rejects a large body with 413 without parsing it", async () => {
    const bounded = await boundedAuthRequest(post(`{"token":[${"{},".repeat(authBodyBytes)}{}]}`));
    if ("request" in bounded) throw new Error("accepted");
    expect(bounded.response.status).toBe(413);
    expect(await bounded.response.json()).toMatchObject({ error: { code: "body_too_large" } });
  });

  it("ends a chunked body over the limit", async () => {
    const fetch = async (request: Request) => {
      const bounded = await boundedAuthRequest(request);
      return "response" in bounded ? bounded.response : new Response("accepted");
    };
    const server = createAdaptorServer({ fetch, createServer, overrideGlobalObjects: false });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { status, closed } = await sendEndlessly(`http://127.0.0.1:${port}/`, {});
    expect(status).toBe(413);
    await closed;
    server.close();
  });
});
