import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("GET /openapi.json", () => {
  it("returns JSON without authentication or CORS headers", async () => {
    const response = await test.send("GET", "/openapi.json", { key: null, headers: { origin: "https://example.com" } });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(response.body).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: test.service.settings.servicePublicUrl }],
    });
  });

  it("is valid OpenAPI 3.1", async () => {
    const response = await fetch(`${test.url}/openapi.json`);
    const { errors, valid } = await new Validator().validate(await response.json());
    expect({ errors, valid }).toEqual({ errors: undefined, valid: true });
  });

  it("returns 304 for a matching ETag", async () => {
    const etag = (await test.send("GET", "/openapi.json", { key: null })).headers.get("etag") ?? "";
    const again = await test.send("GET", "/openapi.json", { key: null, headers: { "if-none-match": etag } });
    expect([etag.length > 10, again.status, again.body]).toEqual([true, 304, ""]);
  });

  it("only supports GET", async () => {
    expect((await test.send("POST", "/openapi.json")).status).toBe(404);
  });
});
