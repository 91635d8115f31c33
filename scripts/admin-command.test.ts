import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { runSlipway } from "./testing/run-slipway";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const slipway = (args: readonly string[], environment: Record<string, string> = {}, input = "") =>
  runSlipway(["admin", ...args], {
    environment: { DATA_DIR: test.dataDir, SERVICE_URL: test.url, ...environment },
    input,
  });

describe("slipway admin", () => {
  it("creates a user and an API key, and deletes the key", async () => {
    const body = JSON.stringify({ firstName: "Ada", isAdmin: true });
    const put = await slipway(["put-user", "1", "ada@example.test", "--body", body]);
    expect({ code: put.code, user: JSON.parse(put.output) }).toMatchObject({
      code: 0,
      user: { email: "ada@example.test", isAdmin: true },
    });
    const created = await slipway(["create-user-key", "1", "ada@example.test", "--body", "-"], {}, '{"name":"laptop"}');
    const { id, key } = JSON.parse(created.output);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 200 });
    expect((await slipway(["delete-key", id])).code).toBe(0);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 401 });
  });

  it("exits with 1 and prints the error if the service rejects the call", async () => {
    const rejected = await slipway(["delete-group", "1", "none"]);
    expect(rejected).toMatchObject({ code: 1, output: "" });
    expect(JSON.parse(rejected.error)).toMatchObject({ error: { code: "group_not_found" } });
  });

  it.each([
    [["nothing"], {}, "unknown operation nothing"],
    [["list-users"], {}, "list-users expects <teamId>"],
    [["list-users", "1", "--wrong"], {}, "--wrong"],
    [["put-group", "1", "core", "--body", "{"], {}, "must be valid JSON"],
    [["list-users", "1"], { SERVICE_URL: "http://127.0.0.1:9" }, "couldn't connect"],
    [["list-users", "1"], { SERVICE_URL: "" }, "no service is running"],
    [["list-users", "1"], { DATA_DIR: "/nonexistent" }, "can't be read"],
  ])("exits with 2 and prints one line for %j", async (args, environment, message) => {
    const { code, output, error } = await slipway(args, environment);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(error).toContain(message);
    expect(error.trim().split("\n")).toHaveLength(1);
  });

  it("lists the operations", async () => {
    const { code, output } = await slipway(["--help"]);
    expect(code).toBe(0);
    expect(output).toContain("create-mirror <namespaceSlug> --body");
  });
});
