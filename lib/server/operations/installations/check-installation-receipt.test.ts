import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { installWithReceipt } from "@/lib/server/upstream/signing/testing/install-with-receipt";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { checkInstallationReceiptOperation } from "./check-installation-receipt";

let test: TestService;
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  vi.stubEnv("DATA_DIR", test.dataDir);
  vi.stubEnv("SERVICE_PORT", new URL(test.url).port);
  vi.stubEnv("SERVICE_PUBLIC_URL", test.service.settings.servicePublicUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await test.close();
});

const user = { id: "p", email: "admin@localhost", name: "A", role: "admin", sessionId: "s" } as const;

it("accepts only receipts the service signed for the app and installation", async () => {
  const { appId, installationId, receipt } = await installWithReceipt(test);
  const check = (body: object, installed = installationId) =>
    checkInstallationReceiptOperation.handle({
      params: { installationId: installed },
      query: {},
      body: { appId, receipt, state: "s1", ...body },
      user,
      request: new Request("http://dashboard.test/"),
      requestId: "r",
      note: () => undefined,
    });
  expect(await check({})).toEqual({ installationId });
  for (const wrong of [check({ appId: "app_other" }), check({ state: "s2" }), check({}, "inst_other")]) {
    await expect(wrong).rejects.toThrow(OperationError);
    await expect(wrong).rejects.toMatchObject({ apiError: { status: 400, code: "invalid_receipt", field: "receipt" } });
  }
});
