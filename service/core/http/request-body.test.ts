import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { sendEndlessly } from "@/lib/core/testing/send-endlessly";
import { startTestService, type TestService } from "../../testing/test-service";

const clock = new FakeClock({ running: true });
let test: TestService;
beforeAll(async () => {
  test = await startTestService({}, clock);
});
afterAll(() => test.close());

const create = (body: string | object) => test.send("POST", "/v1/agents", { body });

describe("hostile request bodies", () => {
  it.each([
    ["NUL in a prompt", { prompt: { text: "a\0b" } }, "prompt.text"],
    ["half a surrogate pair in a prompt", { prompt: { text: "a\ud83d" } }, "prompt.text"],
    ["half a surrogate pair in a name", { prompt: { text: "a" }, name: "\uDE00b" }, "name"],
    ["a prompt of more than a million characters", { prompt: { text: "a".repeat(1_000_001) } }, "prompt.text"],
    ["NUL in a name", { prompt: { text: "a" }, name: "a\0" }, "name"],
    [
      "NUL in a reference",
      { prompt: { text: "a" }, repos: [{ url: "https://x.example/a/b", startingRef: "\0" }] },
      "repos.0.startingRef",
    ],
    ["NUL in a variable", { prompt: { text: "a" }, envVars: { A: "\0" } }, "envVars.A"],
  ])("%s is rejected, naming the field", async (_name, body, field) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { error: { code: "validation_error", field } } });
  });

  it("NUL in a query is rejected", async () => {
    expect(await test.send("GET", "/v1/agents?prUrl=%00")).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field: "prUrl" } },
    });
  });

  it.each([
    ["half a surrogate pair", '{"prompt":{"text":"\\ud800 alone"}}', 400],
    ["an array", "[]", 400],
    ["null", "null", 400],
    ["a number", "7", 400],
    ["an escaped character", '{"prompt":{"text":"\\u00ff"}}', 201],
    ["a prototype", '{"__proto__":{"prompt":{"text":"x"}}}', 400],
    ["very deep nesting", `{"prompt":{"text":"x"},"metadata":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, 400],
    ["too many values", `{"prompt":{"text":"x"},"metadata":[${"0,".repeat(30_000)}0]}`, 400],
  ])("%s returns %i", async (_name, body, status) => {
    expect((await create(body)).status).toBe(status);
  });

  it("invalid UTF-8 is rejected", async () => {
    const response = await fetch(`${test.url}/v1/agents`, {
      method: "POST",
      headers: { authorization: `Bearer ${test.keys.user}` },
      body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  it.each([
    ["/v1/agents", 111, { error: { code: "validation_error" } }, 413],
    ["/v1/repohost/repos/a/b/contents:batchGet", 2, { code: 3, message: expect.stringContaining("1048576") }, 400],
  ])("%s rejects %i MB", async (path, megabytes, body, status) => {
    expect(await test.send("POST", path, { body: " ".repeat(megabytes * 1024 * 1024) })).toMatchObject({
      status,
      body,
    });
  });

  it("a chunked body over the limit is rejected while it is being sent, and the connection closes", async () => {
    const { status, closed } = await sendEndlessly(`${test.url}/v1/repohost/repos/a/b/contents:batchGet`, {
      authorization: `Bearer ${test.keys.user}`,
    });
    expect(status).toBe(400);
    await closed;
  });
});

describe("a body of which only a part is sent", () => {
  /** Declares a body of `size` bytes, and sends the first ones after the service has received the head. */
  async function sendPart(size: number): Promise<Socket> {
    const { hostname, port } = new URL(test.url);
    const socket = connect(Number(port), hostname);
    const headers = [`host: ${hostname}`, `authorization: Bearer ${test.keys.user}`, `content-length: ${size}`];
    socket.write(["POST /v1/agents HTTP/1.1", ...headers, "expect: 100-continue", "", ""].join("\r\n"));
    await once(socket, "data");
    socket.write('{"prompt":');
    return socket;
  }

  const sizes = [
    ["a small", 100],
    ["a large", 100_000],
  ] as const;

  it.each(sizes)("%s one whose client disconnects isn't a failure of the service", async (_name, size) => {
    const debug = vi.spyOn(test.service.log, "debug");
    (await sendPart(size)).destroy();
    const handled = (status: unknown) => [expect.objectContaining({ path: "/v1/agents", status }), "request"] as const;
    await vi.waitFor(() => expect(debug).toHaveBeenCalledWith(...handled(expect.any(Number))), { timeout: 20_000 });
    expect(debug).not.toHaveBeenCalledWith(...handled(500));
    debug.mockRestore();
  });

  it.each(sizes)("%s one is rejected after a minute, and the connection closes", async (_name, size) => {
    const socket = await sendPart(size);
    let received = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString();
    });
    const closed = once(socket, "close");
    const isRejected = () => {
      clock.advance(70_000);
      expect(received).toMatch(/^HTTP\/1\.1 408 /);
    };
    await vi.waitFor(isRejected, { timeout: 20_000 });
    await closed;
    expect(received).toContain("The request body took too long to arrive");
  });
});
