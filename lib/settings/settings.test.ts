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
  it("have a value for everything that may be left out", () => {
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

  it("name everything that is wrong at once", () => {
    const found = problems({ PORT: "http", SERVICE_NAME: "Svc!", ENCRYPTION_KEY: "short", DEMO: "yes", AGENTS: "{" });
    expect(found).toHaveLength(5);
    for (const name of ["PORT", "SERVICE_NAME", "ENCRYPTION_KEY", "DEMO", "AGENTS"]) {
      expect(
        found.some((problem) => problem.startsWith(`${name} `)),
        name,
      ).toBe(true);
    }
  });

  it("need a key with a remote service", () => {
    expect(problems({ SERVICE_URL: "https://agents.example.com" })).toEqual([
      "AGENTS_API_KEY is needed with SERVICE_URL",
    ]);
  });

  it("need both halves of an app, and one credential for hosting", () => {
    expect(problems({ REPOHOST_APP_ID: "app_1" })).toEqual([
      "REPOHOST_APP_ID and REPOHOST_APP_PRIVATE_KEY go together",
    ]);
  });

  it("count an empty variable as absent", () => {
    expect(readSettings({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
  });

  it("read agents as commands with arguments", () => {
    const { agents } = readSettings({ AGENTS: '{"one":"one acp --quiet","two":["two","a b"]}' });
    expect(agents).toEqual({ one: ["one", "acp", "--quiet"], two: ["two", "a b"] });
  });
});
