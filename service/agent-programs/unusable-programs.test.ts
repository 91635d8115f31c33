import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { removeAgentProgram } from "@/lib/contract/admin/agent-programs/remove-agent-program";
import { agentProgram } from "@/runner/testing/agent-program";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());

const key = "wrong-key-0123456789";
const rejecting = (method: string, message: string) =>
  agentProgram("", {
    onMessage: `
  if (method === "initialize") { send({ id, result: { protocolVersion: 1, authMethods: [{ id: "key", name: "Use MODEL_API_KEY" }] } }); continue; }
  if (method === "${method}") { send({ id, error: { code: -32000, message: "Authentication required", data: { message: "${message} " + process.env.MODEL_API_KEY } } }); continue; }
  if (method === "authenticate") { send({ id, result: {} }); continue; }`,
  });

/** Tests a program and returns its status and the explanation. */
async function tested(name: string, source: string) {
  const file = join(test.dataDir, `${name}.mjs`);
  await writeFile(file, source);
  const admin = { key: test.keys.admin };
  const env = { MODEL_API_KEY: key };
  await test.call(addAgentProgram, { ...admin, body: { name, command: [process.execPath, file], env } });
  const find = async () => (await test.call(listAgentPrograms, admin)).items.find((each) => each.name === name);
  await vi.waitFor(async () => expect((await find())?.status).not.toMatch(/ing$/), { timeout: 100_000, interval: 100 });
  const { status, detail } = (await find()) ?? {};
  return { status, detail };
}

describe.concurrent("the test of a program", () => {
  it.each([
    ["wrong-key", rejecting("authenticate", "invalid key"), "needs_key", "rejected the key in MODEL_API_KEY"],
    ["expired-login", rejecting("session/new", "token expired"), "needs_key", "token expired"],
    ["garbage", "console.log('Usage: agent --acp'); process.exit(2);", "failed", "Usage: agent --acp"],
    [
      "future",
      agentProgram("").replace("protocolVersion: 1", "protocolVersion: 99"),
      "failed",
      "protocol version 99 instead of 1. Check that its command speaks the Agent Client Protocol",
    ],
    [
      "huge",
      "for (let i = 0; i < 40; i += 1) process.stdout.write('{' + 'x'.repeat(1 << 20)); setInterval(() => {}, 1e6);",
      "failed",
      "message larger than",
    ],
    [
      "hanging",
      "console.error('waiting for a login'); setInterval(() => {}, 1e6);",
      "failed",
      "didn't respond to the handshake and was idle for 12 seconds:\nwaiting for a login",
    ],
    [
      "interactive",
      "console.log('Welcome! Type a command.'); setInterval(() => {}, 1e6);",
      "failed",
      "was idle for 12 seconds:\nWelcome! Type a command.",
    ],
  ])("explains %s, without the key", { tags: ["long"], timeout: 120_000 }, async (name, source, status, text) => {
    const result = await tested(name, source);
    expect(result).toMatchObject({ status, detail: expect.stringContaining(text) });
    expect(result.detail).not.toContain(key);
  });

  it("says within 15 seconds that a program is still starting, and the next step", {
    tags: ["long"],
    timeout: 120_000,
  }, async () => {
    const file = join(test.dataDir, "busy.mjs");
    await writeFile(file, `console.error("indexing " + process.env.MODEL_API_KEY); for (;;) ;`);
    const admin = { key: test.keys.admin };
    const body = { name: "busy", command: [process.execPath, file], env: { MODEL_API_KEY: key } };
    await test.call(addAgentProgram, { ...admin, body });
    const find = async () => (await test.call(listAgentPrograms, admin)).items.find(({ name }) => name === "busy");
    await vi.waitUntil(async () => (await find())?.detail !== "Testing busy", { timeout: 60_000, interval: 100 });
    expect(await find()).toMatchObject({
      status: "testing",
      detail: `The agent is still starting after 10 seconds. While it is busy, it has 120 seconds to start. Last output: indexing [masked]
If it fails, check its command, its base URL and the load of this machine.`,
    });
    await test.call(removeAgentProgram, { ...admin, params: { name: "busy" } });
  });
});
