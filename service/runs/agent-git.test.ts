import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { shellPrompt } from "@/runner/testing/prompt-text";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";

let hosted: HostedRepository;
let shared = "";
beforeAll(async () => {
  hosted = await startHostedRepository({ SANDBOX: "auto" });
  const { test } = hosted;
  const { service } = test;
  const foreign = await addUser(service, { email: "owner@example.test" });
  await addNamespace(service, "foreign", { userId: foreign.userId });
  const create = (ownerSlug: string, name: string, key = test.keys.user) =>
    test.call(createRepo, { params: { ownerSlug }, body: { name }, key });
  shared = (await create("acme", "shared")).id;
  const { id: unlisted } = await create("acme", "unlisted");
  const { id: secret } = await create("foreign", "secret", foreign.key);
  const host = new URL(test.url).host;
  const repositoryDependencies = [`${host}/acme/shared`, `${host}/foreign/secret`];
  await hosted.commit({
    "README.md": "hello from here",
    ".svc/environment.json": JSON.stringify({ repositoryDependencies }),
  });
  await hosted.push("main");
  for (const id of [shared, unlisted, secret])
    await hosted.git("push", "--quiet", service.repositories.path(id), "main");
});
afterAll(() => hosted.close());

/** Runs a script as an agent. */
async function runScript(script: string) {
  const { test } = hosted;
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text: shellPrompt(script).text }, repos: [{ url: `${test.url}/acme/widgets` }] },
  });
  const output = (await test.stream(agent.id, run.id)).map(({ data }) => JSON.stringify(data)).join("\n");
  const { status } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
  return { status, output, artifacts: join(test.dataDir, "workspaces", agent.id, "artifacts") };
}

describe("the git of an agent in a run", () => {
  it("E-COMMON-06 reads the run's repositories and their dependencies, but no other, and can't push", {
    tags: ["long"],
  }, async () => {
    const { url } = hosted.test;
    const { status, output, artifacts } = await runScript(
      `{ git clone --quiet ${url}/acme/shared.git "$TMPDIR/shared"; cat "$TMPDIR/shared/README.md"; echo
      git ls-remote --exit-code https://${new URL(url).host}/acme/shared main; echo "alias: $?"
      git fetch origin main; echo "fetch: $?"
      for name in acme/unlisted foreign/secret; do git ls-remote ${url}/$name.git; echo "$name: $?"; done
      git push origin HEAD:refs/heads/other; echo "push: $?"
      git -C "$TMPDIR/shared" push origin HEAD:refs/heads/other; echo "push: $?"; } > artifacts/report.txt 2>&1
      cat artifacts/report.txt`,
    );
    const report = await readFile(join(artifacts, "report.txt"), "utf8");
    expect([status, report]).toEqual(["FINISHED", expect.stringContaining("hello from here\n")]);
    for (const line of ["alias: 0", "fetch: 0", "acme/unlisted: 128", "foreign/secret: 128"]) {
      expect(report).toContain(`${line}\n`);
    }
    expect(report.match(/push: 128/g)).toHaveLength(2);
    expect(report).toContain("403");
    expect(output).toContain("fetch: 0");
    const references = await runGit(["for-each-ref", "--format=%(refname)"], {
      cwd: hosted.test.service.repositories.path(shared),
    });
    expect(references.stdout.toString()).toBe("refs/heads/main\n");
  });

  it("has a credential that the transcript masks and that ends with the run", async () => {
    const { url, service } = hosted.test;
    const { host } = new URL(url);
    const git = (password: string) =>
      runGit(["ls-remote", `${url}/acme/shared.git`], {
        allowProtocols: ["http"],
        okCodes: [0, 128],
        config: {
          "http.extraHeader": `Authorization: Basic ${Buffer.from(`x-access-token:${password}`).toString("base64")}`,
        },
      });
    const { output, artifacts } = await runScript(
      `printf 'protocol=http\\nhost=${host}\\n\\n' | git credential fill > artifacts/credential.txt
      cat artifacts/credential.txt; echo; sed -n 's/^password=/x-access-token:/p' artifacts/credential.txt | tr -d '\\n' | base64 -w0
      git ls-remote ${url}/acme/shared.git main; echo "works: $?"`,
    );
    const password = /^password=(.+)$/m.exec(await readFile(join(artifacts, "credential.txt"), "utf8"))?.[1] ?? "";
    expect(service.runCredentials.find(password)?.branches).toEqual(new Map());
    expect(output).toContain("works: 0");
    expect(output).toContain("password=run_[masked]");
    expect(output).not.toContain(password.slice(4));
    expect(output).not.toContain(Buffer.from(`x-access-token:${password}`).toString("base64").slice(40));
    expect((await git(password)).code).toBe(128);
  });
});
