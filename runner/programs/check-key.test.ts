import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type JsonServer, sendJson, startJsonServer } from "@/lib/core/testing/json-server";
import { rejectedKey } from "./check-key";
import { programProfile } from "./program";

const requests: string[] = [];
let server: JsonServer;
let url = "";
beforeAll(async () => {
  server = await startJsonServer(({ path, headers }, response) => {
    requests.push(path);
    const isValid = headers["x-api-key"] === "valid" || headers.authorization === "Bearer valid";
    sendJson(response, isValid ? 200 : 401, {});
  });
  url = server.url;
});
afterAll(() => server.close());
beforeEach(() => void requests.splice(0));

const check = (env: Record<string, string>) => rejectedKey({ preset: "opencode", env });

describe("OpenCode", () => {
  it("has the key of each provider checked, with and without the version in its base URL", async () => {
    for (const base of [url, `${url}/`, `${url}/v1`, `${url}/v1/`]) {
      expect(await check({ ANTHROPIC_API_KEY: "valid", ANTHROPIC_BASE_URL: base })).toBeUndefined();
      expect(await check({ OPENAI_API_KEY: "valid", OPENAI_BASE_URL: base })).toBeUndefined();
    }
    expect(new Set(requests)).toEqual(new Set(["/v1/models"]));
    const both = { ANTHROPIC_API_KEY: "valid", ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: "wrong", OPENAI_BASE_URL: url };
    expect(await check(both)).toBe(`${new URL(url).host} rejected OPENAI_API_KEY (HTTP 401). Replace the key.`);
    expect(await check({ ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: "no url" })).toBe(
      "ANTHROPIC_BASE_URL is not a URL.",
    );
    expect(await check({})).toBeUndefined();
  });

  const settingsOf = (env: Record<string, string>) => {
    const profile = programProfile({ preset: "opencode", command: null, env }, undefined);
    return JSON.parse(profile.env?.OPENCODE_CONFIG_CONTENT ?? "{}");
  };

  it("offers its hosted models only without a key of another provider, or with its own", () => {
    expect(settingsOf({ ANTHROPIC_API_KEY: "k" })).toMatchObject({ disabled_providers: ["opencode"] });
    expect(settingsOf({})).not.toHaveProperty("disabled_providers");
    expect(settingsOf({ OPENAI_API_KEY: "k", OPENCODE_API_KEY: "k" })).not.toHaveProperty("disabled_providers");
  });

  it("gets base URLs with the version, whether the stored ones have it or not", () => {
    for (const base of ["https://gateway.example", "https://gateway.example/v1/"]) {
      const { provider } = settingsOf({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: base });
      expect(provider).toEqual({ anthropic: { options: { baseURL: "https://gateway.example/v1" } } });
    }
  });
});
