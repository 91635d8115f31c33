import { expect, it } from "vitest";
import { startTestService } from "../testing/test-service";

it("rejects agents on a machine without a sandbox that others can reach", async () => {
  const reachable = { SANDBOX: "none", WEB_URL: "http://192.0.2.1:3000" };
  const create = async (environment: Record<string, string>) => {
    const test = await startTestService(environment);
    try {
      const response = await test.send("POST", "/v1/agents", { body: { prompt: { text: "hello" } } });
      const { items } = Object((await test.send("GET", "/v1/agents")).body);
      return { ...response, stored: items.length };
    } finally {
      await test.close();
    }
  };
  expect(await create(reachable)).toMatchObject({
    status: 400,
    body: { error: { field: "env.type", message: expect.stringContaining("No sandbox is available") } },
    stored: 0,
  });
  expect(await create({ ...reachable, ALLOW_UNISOLATED: "1" })).toMatchObject({ status: 201, stored: 1 });
});
