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
  it("makes a person and a key that works, and ends it", async () => {
    const body = JSON.stringify({ firstName: "Ada", isAdmin: true });
    const put = await slipway(["put-person", "1", "ada@example.test", "--body", body]);
    expect({ code: put.code, person: JSON.parse(put.output) }).toMatchObject({
      code: 0,
      person: { email: "ada@example.test", isAdmin: true },
    });
    const made = await slipway(["create-person-key", "1", "ada@example.test", "--body", "-"], {}, '{"name":"laptop"}');
    const { id, key } = JSON.parse(made.output);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 200 });
    expect((await slipway(["delete-key", id])).code).toBe(0);
    expect(await test.send("GET", "/v1/me", { key })).toMatchObject({ status: 401 });
  });

  it("ends with 1 and what the service says when that refuses", async () => {
    const refused = await slipway(["delete-group", "1", "none"]);
    expect(refused).toMatchObject({ code: 1, output: "" });
    expect(JSON.parse(refused.error)).toMatchObject({ error: { code: "group_not_found" } });
  });

  it.each([
    [["nothing"], {}, "there is no nothing"],
    [["list-people"], {}, "list-people takes <teamId>"],
    [["list-people", "1", "--wrong"], {}, "--wrong"],
    [["put-group", "1", "core", "--body", "{"], {}, "must be JSON"],
    [["list-people", "1"], { SERVICE_URL: "http://127.0.0.1:9" }, "can't be reached"],
    [["list-people", "1"], { SERVICE_URL: "" }, "nothing runs"],
    [["list-people", "1"], { DATA_DIR: "/nonexistent" }, "can't be read"],
  ])("ends with 2 and one sentence for %j", async (args, environment, sentence) => {
    const { code, output, error } = await slipway(args, environment);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(error).toContain(sentence);
    expect(error.trim().split("\n")).toHaveLength(1);
  });

  it("lists what there is", async () => {
    const { code, output } = await slipway(["--help"]);
    expect(code).toBe(0);
    expect(output).toContain("create-mirror <namespaceSlug> --body");
  });
});
