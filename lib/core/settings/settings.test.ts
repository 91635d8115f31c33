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

  it("read tokens of GitHub servers, and reject a host that is also a remote", () => {
    const token = "github_pat_0123456789";
    expect(readSettings({ GITHUB_TOKENS: JSON.stringify({ "github.com": token }) }).githubTokens).toEqual({
      "github.com": token,
    });
    expect(problems({ GITHUB_TOKENS: '{"https://github.com":"github_pat_0123456789"}' })).toHaveLength(1);
    expect(problems({ GITHUB_TOKENS: '{"github.com":"short"}' })).toHaveLength(1);
    expect(
      problems({ GITHUB_TOKENS: JSON.stringify({ "github.com": token }), GIT_REMOTES: '{"github.com":""}' }),
    ).toEqual(["set github.com in GITHUB_TOKENS or GIT_REMOTES, not both"]);
  });

  it("require both parts of an app, and exactly one hosting credential", () => {
    expect(problems({ REPOHOST_APP_ID: "app_1" })).toEqual([
      "REPOHOST_APP_PRIVATE_KEY must be set with REPOHOST_APP_ID",
    ]);
  });

  it("require a mail server with its sender", () => {
    expect(problems({ SMTP_URL: "smtp://mail.example.com" })).toEqual(["SMTP_FROM must be set with SMTP_URL"]);
    expect(problems({ SMTP_URL: "https://mail.example.com", SMTP_FROM: "a@x.example\r\nBcc: b" })).toHaveLength(2);
    const smtp = { url: "smtps://user:pass@mail.example.com", from: "Slipway <slipway@x.example>" };
    expect(readSettings({ SMTP_URL: smtp.url, SMTP_FROM: smtp.from }).smtp).toEqual(smtp);
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

  it("reject a sandbox that doesn't exist, with the reason", () => {
    expect(() => readSettings({ SANDBOX: "seatbelt" })).toThrow(
      "SANDBOX can't be seatbelt: Slipway has no sandbox for macOS",
    );
    for (const engine of ["container", "docker", "podman"]) {
      expect(() => readSettings({ SANDBOX: engine })).toThrow(
        new RegExp(`SANDBOX can't be ${engine}: .* Set SANDBOX=bubblewrap, and for images CONTAINER_ENGINE=podman`),
      );
    }
    expect(() => readSettings({ SANDBOX: "on" })).toThrow("SANDBOX must be auto, bubblewrap or none");
  });

  it("reject a container engine that works outside the network policy of runs", () => {
    const engine = (CONTAINER_ENGINE: string) => problems({ CONTAINER_ENGINE });
    for (const allowed of ["podman", "/usr/bin/podman --runtime runc --cgroup-manager=cgroupfs", '["podman"]']) {
      expect(engine(allowed), allowed).toEqual([]);
    }
    for (const docker of ["docker", "/usr/local/bin/docker --debug"]) {
      expect(engine(docker)).toEqual([expect.stringMatching(/^CONTAINER_ENGINE can't be docker: .* Install podman/)]);
    }
    for (const remote of ["podman --remote", "podman -r", "podman --url=unix:///run/podman.sock", "podman -c build"]) {
      expect(engine(remote)).toEqual([expect.stringContaining("CONTAINER_ENGINE can't be a remote engine")]);
    }
  });

  it("read private servers with the files of their certificates", () => {
    const servers = { "git.corp.example": "/etc/ssl/corp.pem", "github.corp.example:8443": "" };
    expect(readSettings({ PRIVATE_REMOTES: JSON.stringify(servers) }).privateRemotes).toEqual(servers);
    expect(readSettings({}).privateRemotes).toEqual({});
    expect(problems({ PRIVATE_REMOTES: '{"git.corp.example":"corp.pem"}' })).toEqual([
      "PRIVATE_REMOTES.git.corp.example certificate files must be absolute paths or empty",
    ]);
    expect(problems({ PRIVATE_REMOTES: "git.corp.example" })).toEqual([
      'PRIVATE_REMOTES must be JSON such as {"git.corp.example":"/etc/ssl/corp.pem"}',
    ]);
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
    const variants = [{ params: [{ id: "effort", value: "high" }], displayName: "High" }];
    expect(problems({ AGENTS: JSON.stringify({ one: { ...one, variants } }) })).toEqual([
      expect.stringContaining("effort=high"),
    ]);
    expect(problems({ AGENTS: JSON.stringify({ one, first: "two" }) })).toEqual([expect.stringContaining('"first"')]);
    expect(problems({ AGENTS: '{"script":"mine"}' })).toEqual([expect.stringContaining('"script"')]);
  });
});
