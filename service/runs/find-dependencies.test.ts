import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { agents } from "../core/store/tables/agents";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../hosting/testing/hosting-fixture";
import { resolveRepositories } from "./build-run-spec";

let hosted: HostedRepository;
beforeAll(async () => {
  hosted = await startHostedRepository();
});
afterAll(() => hosted.close());

/** Runs a git command with a run's credential. Returns its exit code. */
async function gitWith(password: string, ...args: string[]): Promise<number> {
  const basic = Buffer.from(`x-access-token:${password}`).toString("base64");
  const { code } = await runGit(args, {
    cwd: hosted.work,
    allowProtocols: ["http"],
    okCodes: [0, 1, 128],
    config: { "http.extraHeader": `Authorization: Basic ${basic}` },
  });
  return code;
}

describe("the git token of a run", () => {
  it("E-COMMON-06 grants read-only access to the dependencies in the environment file, and to no other repository", {
    tags: ["long"],
  }, async () => {
    const { test } = hosted;
    const { service } = test;
    const foreign = await addUser(service, { email: "owner@example.test" });
    await addNamespace(service, "foreign", { userId: foreign.userId });
    for (const name of ["shared", "tools", "unnamed"]) {
      await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name } });
    }
    await test.call(createRepo, { params: { ownerSlug: "foreign" }, body: { name: "secret" }, key: foreign.key });
    const host = new URL(test.url).host;
    const repositoryDependencies = [
      `${host}/acme/shared`,
      `${host}/Acme/TOOLS.git`,
      `${host}/acme/un\0named`,
      `${host}/foreign/secret`,
      "other.example/a/b",
    ];
    await hosted.commit({ ".svc/environment.json": `// needs these\n${JSON.stringify({ repositoryDependencies })}` });
    await hosted.push("main");

    await test.call(createAgent, {
      body: { prompt: { text: "hello" }, repos: [{ url: `${test.url}/acme/widgets` }] },
    });
    const [agent] = await service.db.select().from(agents);
    if (!agent) throw new Error("agent not found");
    const { branches, dependencyIds } = await resolveRepositories(service, agent);
    const grant = { agentId: agent.id, runId: "run-1", teamId: agent.teamId, branches, dependencyIds };
    const { password } = service.runCredentials.mint(grant);

    for (const name of ["widgets", "shared", "tools"]) {
      expect(await gitWith(password, "ls-remote", `${test.url}/acme/${name}.git`), name).toBe(0);
    }
    for (const name of ["acme/unnamed", "foreign/secret"]) {
      expect(await gitWith(password, "ls-remote", `${test.url}/${name}.git`), name).not.toBe(0);
    }
    expect(await gitWith(password, "push", `${test.url}/acme/shared.git`, "main")).not.toBe(0);
    const push = (target: string) => gitWith(password, "push", `${test.url}/acme/widgets.git`, target);
    expect(await push(`main:${agent.branchName}`)).toBe(0);
    // Only the run's branch: no other branch, no tag, no deletion.
    for (const target of ["main:other", "main:refs/tags/v1", ":main"]) expect(await push(target), target).not.toBe(0);
  });
});
