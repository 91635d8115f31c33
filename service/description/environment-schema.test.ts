import Ajv from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentJsonSchema } from "@/lib/model/environment/json-schema";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe("GET /environment.schema.json", () => {
  it("returns the validator's schema without authentication", async () => {
    const response = await fetch(`${test.url}/environment.schema.json`);
    expect(response.headers.get("content-type")).toBe("application/schema+json");
    const schema = await response.json();
    expect(schema).toEqual(environmentJsonSchema());
    expect(new Ajv().validate(schema, { ports: [{ port: 0 }] })).toBe(false);
  });

  it("only supports GET", async () => {
    expect((await test.send("POST", "/environment.schema.json")).status).toBe(404);
  });
});
