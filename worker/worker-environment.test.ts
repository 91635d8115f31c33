import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { type HostedRepository, startHostedRepository } from "@/service/hosting/testing/hosting-fixture";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

const sandbox = await probeSandbox({ sandbox: "auto" });

let hosted: HostedRepository;
let folder: Awaited<ReturnType<typeof workerFolder>>;
let worker: TestWorker;
beforeAll(async () => {
  hosted = await startHostedRepository({ EGRESS_BLOCKLIST: "blocked.test" });
  folder = await workerFolder();
  worker = await startTestWorker(["--pool", "own"], {
    cwd: folder.dir,
    env: { SVC_API_ENDPOINT: hosted.test.url, SVC_API_KEY: hosted.test.keys.serviceAccount },
  });
});
afterAll(async () => {
  await worker?.end("SIGKILL");
  await hosted.close();
  await folder.remove();
});

/** Commits an environment file and runs a script as an agent on the worker. */
async function runWith(environment: object, script: string) {
  const { test } = hosted;
  await hosted.commit({ ".svc/environment.json": JSON.stringify(environment) });
  await hosted.push("main");
  const { agent, run } = await test.call(createAgent, {
    body: {
      prompt: { text: shellPrompt(script).text },
      env: { type: "pool", name: "own" },
      repos: [{ url: `${test.url}/acme/widgets` }],
    },
  });
  const output = (await test.stream(agent.id, run.id)).map(({ data }) => JSON.stringify(data)).join("\n");
  const { status, error } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  return { status, error, output };
}

describe("a worker's run on a repository with an environment file", () => {
  it("runs install, start and the terminals", { tags: ["long"] }, async () => {
    const { status, output } = await runWith(
      {
        install: "echo install >> order.txt",
        start: "echo start >> order.txt",
        terminals: [{ name: "server", command: "echo terminal > ready.txt; sleep 1000" }],
      },
      "for i in $(seq 100); do [ -s ready.txt ] && break; sleep 0.1; done; echo $(cat order.txt ready.txt)",
    );
    expect(status).toBe("FINISHED");
    expect(output).toContain("install start terminal");
  });

  it("fails at once for an invalid file, and for a base it can't provide", { tags: ["long"] }, async () => {
    expect((await runWith({ ports: [{ port: 0 }] }, "true")).error?.code).toBe("environment_invalid");
    expect((await runWith({ snapshot: "snap-1" }, "true")).error?.code).toBe("environment_unsupported");
  });

  it.skipIf(sandbox === "none")(
    "applies the user, the egress policy and the service's blocklist",
    { tags: ["long"] },
    async () => {
      const visit = (host: string) => `curl --silent --show-error --noproxy '' http://${host}/;`;
      const { output } = await runWith(
        { user: "builder", egressMode: "network_settings_only", egressAllowlist: ["blocked.test"] },
        `echo user=$(id -un); ${visit("elsewhere.test")} ${visit("blocked.test")} true`,
      );
      expect(output).toContain("user=builder");
      expect(output).toContain("elsewhere.test:80 is not in the allowed domains (network_settings_only)");
      expect(output).toContain("blocked.test:80 is blocked by the team");
    },
  );

  it("E-COMMON-06 lets the agent's git read the dependencies, but no other repository, and not push", {
    tags: ["long"],
  }, async () => {
    const { url, service } = hosted.test;
    for (const name of ["shared", "unlisted"]) {
      const { id } = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name } });
      await hosted.commit({ "README.md": "hello from here" });
      await hosted.git("push", "--quiet", service.repositories.path(id), "main");
    }
    const { status, output } = await runWith(
      { repositoryDependencies: [`${new URL(url).host}/acme/shared`] },
      `git clone --quiet ${url}/acme/shared.git "$TMPDIR/shared"; cat "$TMPDIR/shared/README.md"
      git ls-remote ${url}/acme/unlisted.git; echo "unlisted: $?"
      git -C "$TMPDIR/shared" push origin HEAD:refs/heads/other; echo "push: $?"`,
    );
    expect(status).toBe("FINISHED");
    expect(output).toContain("hello from here");
    expect(output).toContain("unlisted: 128");
    expect(output).toContain("push: 128");
  });
});
