import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { installWithReceipt } from "@/lib/server/upstream/signing/testing/install-with-receipt";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type ExpectedReceipt, receiptProblem } from "./installation-receipt";
import { createSigningKeys, type SigningKeys } from "./signing-keys";

const clock = new FakeClock({ running: true });
let test: TestService;
let keys: SigningKeys;
let receipt: string;
let expected: ExpectedReceipt;

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" }, clock);
  keys = createSigningKeys({ address: { base: test.url, repohostPrefix: "/v1/repohost" }, clock });
});
afterAll(() => test.close());

beforeEach(async () => {
  const made = await installWithReceipt(test);
  receipt = made.receipt;
  expected = {
    issuer: `${test.service.settings.servicePublicUrl}/v1/repohost`,
    appId: made.appId,
    installationId: made.installationId,
    state: "s1",
  };
});

const problem = (overrides: Partial<ExpectedReceipt> = {}, text = receipt) =>
  receiptProblem(keys, text, { ...expected, ...overrides }, clock.now());
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an installation receipt", () => {
  it("is valid for its parameters and five minutes", async () => {
    expect(await problem()).toBeUndefined();
    expect(await problem({ issuer: "https://other.example" })).toContain("not https://other.example");
    expect(await problem({ appId: "app_other" })).toContain("another app");
    expect(await problem({ installationId: "inst_other" })).toContain("another installation");
    expect(await problem({ state: "s2" })).toContain("the one the app sent");
    expect(await problem({ state: undefined })).toContain("the one the app sent");
    clock.advance(301_000);
    expect(await problem()).toContain("expired");
  });

  it("rejects receipts that are forged, changed or signed differently", async () => {
    const [head = "", claims = "", signature = ""] = receipt.split(".");
    const { privateKey } = generateKeyPairSync("ed25519");
    const forged = sign(null, Buffer.from(`${head}.${claims}`), privateKey).toString("base64url");
    expect(await problem({}, `${head}.${claims}.${forged}`)).toContain("published keys");
    const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: "inst_other" };
    expect(await problem({}, `${head}.${part(changed)}.${signature}`)).toContain("published keys");
    const unsigned = part({ ...JSON.parse(Buffer.from(head, "base64url").toString()), alg: "none" });
    for (const text of ["", "a.b.c", `${unsigned}.${claims}.`, `${receipt}.more`, `${head}.${claims}`]) {
      expect(await problem({}, text)).toContain("an installation receipt");
    }
  });
});
