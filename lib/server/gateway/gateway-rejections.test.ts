import { afterEach, describe, expect, it } from "vitest";
import { operator, own, setUpGateway, webUrl } from "./testing/gateway-fixture";

const { proxy, call, post } = setUpGateway();

describe("the proxy rejects", () => {
  afterEach(() => expect(proxy().received).toEqual([]));

  it.each([
    ["/api/v1/unknown", { error: { code: "not_found" } }],
    ["/api/v1/repohost/unknown/x", { code: 5, details: [{ "@type": "type.googleapis.com/google.rpc.RequestInfo" }] }],
    ["/api/v0/unknown", { error: expect.stringMatching(/^Not found: /) }],
    ["/api/v1/agents/../me/../../admin", { error: { code: "not_found" } }],
    ["/api/v1/agents/%2e%2e", { error: { code: "not_found" } }],
    ["/api//v1/me", { error: { code: "not_found" } }],
    ["/api/v1/me/", { error: { code: "not_found" } }],
  ])("the unknown path %s in its family's shape", async (path, body) => {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(body);
  });

  it("a known path with another method", async () => {
    expect((await call("/api/v1/me", { method: "DELETE", headers: own })).status).toBe(404);
  });

  it("visitors", async () => {
    proxy().user = undefined;
    const response = await call("/api/v1/me");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Session realm="slipway"');
    expect(await response.json()).toMatchObject({ error: { code: "unauthorized" } });
  });

  it("a change whose user lost access while its body arrived", async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const init = { method: "POST", headers: own, body: body.readable, duplex: "half" };
    const response = call("/api/dashboard/names/1", init);
    await writer.write(Buffer.from('{"name":'));
    proxy().user = { ...operator, role: "viewer" };
    await writer.write(Buffer.from('"late"}'));
    await writer.close();
    expect((await response).status).toBe(403);
    expect(proxy().audit).toEqual([]);
  });

  it("insufficient roles", async () => {
    proxy().user = { ...operator, role: "viewer" };
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "role_forbidden" } });
    expect(proxy().audit).toEqual([]);
  });

  it.each([
    [{}],
    [{ origin: "http://127.0.0.1:3001" }],
    [{ origin: "null" }],
    [{ origin: webUrl, "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site" }],
  ])("writes from elsewhere: %j", async (headers) => {
    const response = await post("/api/v1/agents/bc-1/archive", undefined, headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "cross_origin" } });
  });

  it.each(["evil.example", "127.0.0.1:3001", "user@127.0.0.1:3000", "127.0.0.1:3000/x"])(
    "the host %s",
    async (host) => {
      expect((await call("/api/v1/me", { headers: { host } })).status).toBe(421);
    },
  );

  it.each([
    ["/api/v1/agents/bc-1/runs", "{", { code: "validation_error" }],
    ["/api/v1/agents/bc-1/runs", "", { code: "missing_body" }],
    ["/api/v1/agents/bc-1/runs", `{"prompt":{}}`, { code: "validation_error", field: "prompt.text" }],
  ])("the body of %s: %s", async (path, body, error) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
    expect(proxy().audit).toEqual([]);
  });

  it("an invalid query, with the field", async () => {
    const response = await call("/api/v1/agents?limit=x");
    expect(await response.json()).toMatchObject({ error: { code: "validation_error", field: "limit" } });
    expect((await call("/api/v1/agents?limit=1&limit=2")).status).toBe(400);
  });

  it("an invalid field, in the hosting API's error format", async () => {
    const response = await post("/api/v1/repohost/repos/acme/widgets/labels", `{"name":1}`);
    expect(await response.json()).toMatchObject({ code: 3, details: [{ fieldViolations: [{ field: "name" }] }, {}] });
  });

  it("an oversized body", async () => {
    const response = await post("/api/v1/agents", "{}", { ...own, "content-length": String(111 * 1024 * 1024) });
    expect(response.status).toBe(413);
  });

  it("writes that can't be audited", async () => {
    proxy().auditFails = true;
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "audit_unavailable" } });
  });
});

describe("if the service is unreachable, the proxy reports", () => {
  it("that the change wasn't made, if no connection was made", async () => {
    await proxy().stopService();
    const response = await post("/api/v1/agents/bc-1/archive");
    expect(response.status).toBe(502);
    const { error } = await response.json();
    expect(error).toMatchObject({
      code: "upstream_unreachable",
      message: expect.stringContaining("The change wasn't made"),
    });
    expect(proxy().audit.at(-1)).toMatchObject({
      phase: "outcome",
      status: 502,
      detail: { code: "upstream_unreachable" },
    });
  });

  it("an unknown outcome, if the connection broke after a write was sent", async () => {
    proxy().respond = (response) => response.destroy();
    const { error } = await (await post("/api/v1/agents/bc-1/archive")).json();
    expect(error.message).toContain("may or may not have been made");
  });

  it("that redirects aren't followed", async () => {
    proxy().respond = (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
    const response = await call("/api/v1/me");
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "upstream_redirect" } });
  });
});

describe("request bodies", () => {
  const batchGet = (body: string) => post("/api/v1/repohost/repos/acme/widgets/contents:batchGet", body);

  it.each([
    ["a body larger than its operation allows", " ".repeat(1024 * 1024 + 1), 413, "exceeds 1048576 bytes"],
    ["too many values", `{"paths":["a"],"x":[${"0,".repeat(30_000)}0]}`, 400, "more than 20000 values"],
    ["deep nesting", `{"paths":["a"],"x":${"[".repeat(100)}${"]".repeat(100)}}`, 400, "deeper than 64 levels"],
  ])("rejects %s before calling the service", async (_name, body, status, message) => {
    const response = await batchGet(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: 3, message: expect.stringContaining(message) });
    expect(proxy().received).toEqual([]);
  });

  it("closes the connection after a 413", async () => {
    expect((await batchGet(" ".repeat(2 * 1024 * 1024))).headers.get("connection")).toBe("close");
  });
});
