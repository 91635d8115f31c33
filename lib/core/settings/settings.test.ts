import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "./settings";

const problems = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe("settings", () => {
  it("have defaults for everything optional", () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      servicePort: 4100,
      host: "127.0.0.1",
      serviceName: "svc",
      repohostPrefix: "/v1/repohost",
      webUrl: "http://127.0.0.1:3000",
      servicePublicUrl: "http://127.0.0.1:4100",
      gitUrl: "http://127.0.0.1:4100",
      streamRetentionSeconds: 86_400,
      demo: true,
      allowUnisolated: false,
    });
  });

  it("report all problems at once", () => {
    const found = problems({ PORT: "http", SERVICE_NAME: "Svc!", ENCRYPTION_KEY: "short", DEMO: "yes", AGENTS: "{" });
    expect(found).toHaveLength(5);
    for (const name of ["PORT", "SERVICE_NAME", "ENCRYPTION_KEY", "DEMO", "AGENTS"]) {
      expect(
        found.some((problem) => problem.startsWith(`${name} `)),
        name,
      ).toBe(true);
    }
  });

  it("require a key with a remote service", () => {
    expect(problems({ SERVICE_URL: "https://agents.example.com" })).toEqual([
      "AGENTS_API_KEY is required with SERVICE_URL",
    ]);
  });

  it("require both parts of an app, and exactly one hosting credential", () => {
    expect(problems({ REPOHOST_APP_ID: "app_1" })).toEqual([
      "REPOHOST_APP_PRIVATE_KEY must be set with REPOHOST_APP_ID",
    ]);
  });

  it("require all parts of an identity provider, and read the sign-in domains", () => {
    expect(problems({ OIDC_ISSUER: "https://id.example.com", GITHUB_CLIENT_SECRET: "s" })).toEqual([
      "OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set with OIDC_ISSUER",
      "GITHUB_CLIENT_ID must be set with GITHUB_CLIENT_SECRET",
    ]);
    expect(problems({ SIGN_IN_DOMAINS: "example", SIGN_IN_ROLE: "owner" })).toHaveLength(2);
    const settings = readSettings({
      OIDC_ISSUER: "https://id.example.com/realm/",
      OIDC_CLIENT_ID: "slipway",
      OIDC_CLIENT_SECRET: "s",
      SIGN_IN_DOMAINS: "Example.com, example.org",
    });
    expect(settings.oidc).toMatchObject({ issuer: "https://id.example.com/realm", trustEmail: false });
    expect(settings.admission).toEqual({ domains: ["example.com", "example.org"], role: "viewer" });
    expect(settings.github).toBeUndefined();
  });

  it("count an empty variable as absent", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
  });

  it("read agents as commands with arguments", () => {
    const { agents } = readSettings({ AGENTS: '{"one":"one acp --quiet","two":["two","a b"]}' });
    expect(agents).toEqual({ one: { command: ["one", "acp", "--quiet"] }, two: { command: ["two", "a b"] } });
  });

  it("read the details of an agent, and reject names in use", () => {
    const one = { command: "one", aliases: ["first"], parameters: [{ id: "effort", values: ["low"] }] };
    const { agents } = readSettings({ AGENTS: JSON.stringify({ one }) });
    expect(agents.one).toMatchObject({ command: ["one"], parameters: [{ id: "effort", values: [{ value: "low" }] }] });
    expect(problems({ AGENTS: JSON.stringify({ one, first: "two" }) })).toEqual([expect.stringContaining('"first"')]);
    expect(problems({ AGENTS: '{"script":"mine"}' })).toEqual([expect.stringContaining('"script"')]);
  });
});
