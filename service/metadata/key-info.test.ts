import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("key info", () => {
  it("A-META-04: only includes the names that the user has", async () => {
    const { key, userId } = await addUser(test.service, { email: "nameless@localhost" });
    expect((await test.send("GET", "/v1/me", { key })).body).toEqual({
      apiKeyName: "nameless@localhost",
      createdAt: expect.stringMatching(/Z$/),
      userId,
      userEmail: "nameless@localhost",
    });
  });
});
