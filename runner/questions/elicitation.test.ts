import { describe, expect, it } from "vitest";
import { elicitationResponse, elicitedQuestion, UnsupportedQuestion } from "./elicitation";

const form = (properties: Record<string, unknown>, required: string[] = []) => ({
  mode: "form",
  sessionId: "s",
  message: "Which database?",
  requestedSchema: { type: "object", properties, required },
});

describe("an elicitation", () => {
  it("becomes a question with a field per property", () => {
    const properties = {
      name: { type: "string", title: "Name", description: "Short", minLength: 1, maxLength: 9, default: "db" },
      mail: { type: "string", format: "email", pattern: "^(a+)+$" },
      port: { type: "integer", minimum: 1, maximum: 65535 },
      ratio: { type: "number" },
      tls: { type: "boolean", default: true },
      engine: { type: "string", oneOf: [{ const: "pg", title: "Postgres", description: "Default" }] },
      size: { type: "string", enum: ["s", "m"] },
      parts: { type: "array", minItems: 1, items: { anyOf: [{ const: "a", title: "A" }] } },
    };
    expect(elicitedQuestion(form(properties, ["name"]))).toEqual({
      message: "Which database?",
      fields: [
        {
          type: "text",
          name: "name",
          label: "Name",
          description: "Short",
          required: true,
          default: "db",
          minLength: 1,
          maxLength: 9,
        },
        { type: "text", name: "mail", label: "mail", required: false, format: "email" },
        { type: "number", name: "port", label: "port", required: false, integer: true, minimum: 1, maximum: 65535 },
        { type: "number", name: "ratio", label: "ratio", required: false, integer: false },
        { type: "boolean", name: "tls", label: "tls", required: false, default: true },
        {
          type: "choice",
          name: "engine",
          label: "engine",
          required: false,
          choices: [{ value: "pg", label: "Postgres", description: "Default" }],
        },
        {
          type: "choice",
          name: "size",
          label: "size",
          required: false,
          choices: [
            { value: "s", label: "s" },
            { value: "m", label: "m" },
          ],
        },
        {
          type: "choices",
          name: "parts",
          label: "parts",
          required: false,
          minItems: 1,
          choices: [{ value: "a", label: "A" }],
        },
      ],
    });
  });

  it("shortens long texts and removes control characters", () => {
    const { message } = elicitedQuestion({ ...form({}), message: `a\u001b[31m${"x".repeat(100_000)}` });
    expect(message.length).toBeLessThanOrEqual(8_000);
    expect(message).not.toContain("\u001b");
  });

  it.each([
    ["a URL", { mode: "url", message: "m", url: "https://example.test", elicitationId: "e", sessionId: "s" }],
    ["an unknown type", form({ x: { type: "_file" } })],
    ["too many fields", form(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, { type: "boolean" }])))],
    ["too many choices", form({ x: { type: "string", enum: Array.from({ length: 101 }, (_, i) => `${i}`) } })],
    ["no choices", form({ x: { type: "string", enum: [] } })],
    ["a name that is too long", form({ ["x".repeat(201)]: { type: "boolean" } })],
    ["no object", null],
  ])("is rejected: %s", (_title, params) => {
    expect(() => elicitedQuestion(params)).toThrow(UnsupportedQuestion);
  });

  it("is answered in the protocol's form", () => {
    expect(elicitationResponse({ action: "accept", values: { a: "x", b: "", c: [] } })).toEqual({
      action: "accept",
      content: { a: "x" },
    });
    expect(elicitationResponse({ action: "decline" })).toEqual({ action: "decline" });
    expect(elicitationResponse(undefined)).toEqual({ action: "cancel" });
  });
});
