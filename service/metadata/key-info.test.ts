import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPerson } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("what a key tells of itself", () => {
  it("A-META-04: has a first and a last name only where the person has them", async () => {
    const { key, userId } = await addPerson(test.service, { email: "nameless@localhost" });
    expect((await test.send("GET", "/v1/me", { key })).body).toEqual({
      apiKeyName: "nameless@localhost",
      createdAt: expect.stringMatching(/Z$/),
      userId,
      userEmail: "nameless@localhost",
    });
  });
});
