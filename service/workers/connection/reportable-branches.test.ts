import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { plainRepositoryUrl } from "@/runner/workspace/publish-changes";
import { agents } from "../../core/store/tables/agents";
import { type HostedRepository, startHostedRepository } from "../../hosting/testing/hosting-fixture";
import { reportableBranches } from "./reportable-branches";

let hosted: HostedRepository;
let repoUrl = "";
beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "a" });
  await hosted.push("main");
  repoUrl = plainRepositoryUrl(`${hosted.test.url}/acme/widgets`);
});
afterAll(() => hosted.close());

async function kept(workOnCurrentBranch: boolean, branchesOf: (own: string) => string[]): Promise<unknown[]> {
  const { test } = hosted;
  const repos = [{ url: `${test.url}/acme/widgets`, startingRef: "main" }];
  const body = { prompt: { text: "hello" }, repos, workOnCurrentBranch };
  const { agent } = await test.call(createAgent, { body });
  const [row] = await test.service.db.select().from(agents).where(eq(agents.id, agent.id));
  const own = row?.branchName ?? "";
  const other = { repoUrl: `${repoUrl}-2`, branch: own };
  const reported = branchesOf(own).map((branch) => ({ repoUrl, branch }));
  const result = await reportableBranches(test.service, agent.id, [...reported, other]);
  return result.map(({ branch }) => branch.replace(own, "OWN"));
}

it("keeps the agent's branch and those stacked on it", async () => {
  expect(await kept(false, (own) => [own, `${own}.api`, "main", `${own}-2`])).toEqual(["OWN", "OWN.api"]);
});

it("keeps only the branch that an agent works on with workOnCurrentBranch", async () => {
  expect(await kept(true, (own) => ["main", "release", "main.api", own])).toEqual(["main"]);
});
