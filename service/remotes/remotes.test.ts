import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "@/git/testing/git-fixture";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { readSettings } from "@/lib/core/settings/settings";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { createRunHarness, type RunHarness } from "@/runner/testing/run-harness";
import { remoteOfRun } from "../runs/remote-of-run";
import { startTestService, type TestService } from "../testing/test-service";
import { createRemotes } from "./remotes";
import { startTlsProxy, type TlsProxy } from "./testing/remote-fixture";

const hostname = "git.example.com";
let server: GitServer;
let harness: RunHarness;
let tlsProxy: TlsProxy;
let port = 0;
let certificate = "";

/** A git server behind TLS, under a host name that doesn't resolve. */
beforeAll(async () => {
  harness = await createRunHarness();
  server = await startGitServer();
  const work = await cloneFrom(server, "writer", "seed");
  await commitFile(work, "README.md", "Hello\n");
  await git(work, "push", "--quiet", "origin", "HEAD:main");
  tlsProxy = await startTlsProxy(harness.folder, hostname, Number(new URL(server.origin).port));
  ({ port, certificate } = tlsProxy);
});
afterAll(async () => {
  tlsProxy.close();
  await server.stop();
  await harness.dispose();
});

const settings = (remotes: Record<string, string>) => readSettings({ GIT_REMOTES: JSON.stringify(remotes) });
const options = {
  resolve: async () => [{ address: "127.0.0.1" }],
  isPublic: () => true,
  get config() {
    return { "http.sslCAInfo": certificate };
  },
};

describe("an external repository", () => {
  it("is cloned and pushed to over https, only with its server's credential", async () => {
    const remotes = createRemotes(settings({ [`${hostname}:${port}`]: "x-access-token:writer" }), options);
    const url = `https://${hostname}:${port}/acme/widgets.git`;
    expect(remotes.directoryName(url)).toBe("widgets");
    const { outcome } = await harness.run(
      {
        prompt: shellPrompt("cat README.md; echo new > new.txt"),
        repositories: [{ url, cloneUrl: url, startingRef: "main", directory: "widgets" }],
        branch: { name: "svc/outside", current: false },
      },
      {
        outsideRemote: (cloneUrl) => remoteOfRun(remotes, cloneUrl, "run"),
        gitCredential: () => Promise.reject(new Error("the service's credential was requested")),
        gitProtocols: [],
      },
    );
    expect(outcome).toMatchObject({
      status: "FINISHED",
      branches: [{ repoUrl: `${hostname}:${port}/acme/widgets`, branch: "svc/outside" }],
    });
    expect(server.pushes.at(-1)?.principal).toBe("writer");
    expect(await git(server.dir, "show", "svc/outside:new.txt")).toBe("new");
  });

  it("is rejected at a private address", async () => {
    const remotes = createRemotes(settings({ [`${hostname}:${port}`]: "" }), {
      ...options,
      isPublic: (address) => address !== "127.0.0.1",
    });
    const url = `https://${hostname}:${port}/acme/widgets.git`;
    const { outcome } = await harness.run(
      { repositories: [{ url, cloneUrl: url, startingRef: undefined, directory: "widgets" }] },
      { outsideRemote: (cloneUrl) => remoteOfRun(remotes, cloneUrl, "run") },
    );
    expect(outcome.error).toEqual({
      code: "repository_access",
      message: `${hostname}:${port} doesn't resolve to public addresses only`,
    });
    const defaults = createRemotes(settings({ "127.0.0.1:1": "", localhost: "", "169.254.169.254": "" }));
    for (const host of ["127.0.0.1:1", "localhost", "169.254.169.254"]) {
      await expect(defaults.access(`https://${host}/a/b`)).rejects.toThrow("public addresses");
    }
  });

  it("is used at a private address that the settings list, with the listed certificates", {
    tags: ["long"],
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "slipway-private-remote-"));
    const privateServer = await startTlsProxy(folder, "localhost", Number(new URL(server.origin).port));
    const host = `localhost:${privateServer.port}`;
    const remotes = createRemotes(
      readSettings({
        GIT_REMOTES: JSON.stringify({ [host]: "x-access-token:writer" }),
        PRIVATE_REMOTES: JSON.stringify({ [host]: privateServer.certificate }),
      }),
    );
    const url = `https://${host}/acme/widgets`;
    const { outcome } = await harness.run(
      {
        prompt: shellPrompt("echo private > private.txt"),
        repositories: [{ url, cloneUrl: url, startingRef: "main", directory: "widgets" }],
        branch: { name: "svc/private", current: false },
      },
      { outsideRemote: (cloneUrl) => remoteOfRun(remotes, cloneUrl, "run") },
    );
    expect(outcome).toMatchObject({ status: "FINISHED", branches: [{ branch: "svc/private" }] });
    expect(await git(server.dir, "show", "svc/private:private.txt")).toBe("private");
    privateServer.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    "https://other.example.com/a/b",
    "http://git.example.com/a/b",
    "https://user:secret@git.example.com/a/b",
    "https://git.example.com/a/b?x=1",
    "https://git.example.com/a/%2e%2e/b",
    "https://git.example.com/",
    "ssh://git.example.com/a/b",
    "--upload-pack=x",
  ])("must have a plain https URL on an allowed server, unlike %s", async (url) => {
    const remotes = createRemotes(settings({ [hostname]: "" }), options);
    expect(remotes.directoryName(url)).toBeUndefined();
    expect(await remotes.access(url)).toBeUndefined();
  });
});

describe("creating an agent", () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService({ GIT_REMOTES: JSON.stringify({ [`localhost:${port}`]: "" }) });
  });
  afterAll(() => test.close());

  it.each(["https://localhost:PORT/acme/widgets", "https://other.example.com/acme/widgets"])(
    "rejects %s, which is private or not allowed",
    async (pattern) => {
      const body = { prompt: { text: "x" }, repos: [{ url: pattern.replace("PORT", String(port)) }] };
      expect(await test.send("POST", "/v1/agents", { body })).toMatchObject({
        status: 400,
        body: { error: { code: "repository_access", field: "repos.0.url" } },
      });
    },
  );

  it("checks the repository before storing anything, and runs on it", { tags: ["long"] }, async () => {
    const url = `https://${hostname}:${port}/acme/widgets`;
    test.service.remotes = createRemotes(settings({ [`${hostname}:${port}`]: "x-access-token:writer" }), options);
    const create = (repo: object, more: object = {}) =>
      test.send("POST", "/v1/agents", { body: { prompt: { text: "x" }, repos: [{ url, ...repo }], ...more } });
    for (const startingRef of ["missing", "ma*", "--exec=x"]) {
      expect(await create({ startingRef })).toMatchObject({ body: { error: { code: "invalid_branch_name" } } });
    }
    expect(await create({}, { env: { type: "pool" } })).toMatchObject({
      body: { error: { code: "repository_access" } },
    });
    const { text } = shellPrompt("echo outside > outside.txt");
    const repos = [{ url, startingRef: "main" }];
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, repos } });
    const frames = await test.stream(agent.id, run.id);
    expect(frames.at(-2)?.data).toMatchObject({
      status: "FINISHED",
      git: { branches: [{ repoUrl: `${hostname}:${port}/acme/widgets` }] },
    });
  });
});
