import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("GET /openapi.json", () => {
  it("is JSON for anybody, without a key and without any CORS header", async () => {
    const answer = await test.send("GET", "/openapi.json", { key: null, headers: { origin: "https://example.com" } });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(answer.body).toMatchObject({ openapi: "3.1.0", servers: [{ url: test.service.settings.servicePublicUrl }] });
  });

  it("is valid OpenAPI 3.1 as it is served", async () => {
    const response = await fetch(`${test.url}/openapi.json`);
    const { errors, valid } = await new Validator().validate(await response.json());
    expect({ errors, valid }).toEqual({ errors: undefined, valid: true });
  });

  it("answers 304 to whoever has it already", async () => {
    const etag = (await test.send("GET", "/openapi.json", { key: null })).headers.get("etag") ?? "";
    const again = await test.send("GET", "/openapi.json", { key: null, headers: { "if-none-match": etag } });
    expect([etag.length > 10, again.status, again.body]).toEqual([true, 304, ""]);
  });

  it("is there for GET alone", async () => {
    expect((await test.send("POST", "/openapi.json")).status).toBe(404);
  });
});
