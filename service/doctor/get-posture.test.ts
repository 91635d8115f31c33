import { afterEach, expect, it } from "vitest";
import { getPosture } from "@/lib/contract/admin/doctor/get-posture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService | undefined;
afterEach(() => test?.close());

const warnings = async (environment: Record<string, string>) => {
  test = await startTestService(environment);
  return (await test.call(getPosture, { key: test.keys.admin })).warnings;
};

it("lists a missing sandbox and open settings", async () => {
  expect(await warnings({ SANDBOX: "none", WEBHOOK_LOCAL_RECEIVERS: "1" })).toEqual([
    { subject: "sandbox", detail: expect.stringMatching(/^runs aren't sandboxed\. /) },
    { subject: "open setting", detail: expect.stringMatching(/^WEBHOOK_LOCAL_RECEIVERS=1: /) },
  ]);
});

it("requires the admin key", async () => {
  await warnings({ SANDBOX: "none" });
  expect((await test?.send("GET", "/admin/v1/posture"))?.status).toBe(403);
});
