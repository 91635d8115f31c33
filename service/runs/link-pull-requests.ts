import { branchOf } from "@/git/refs/branch-of";
import type { Branch } from "@/lib/contract/agents/run";
import type { AgentsContext } from "../agent-access/agents-context";
import type { AgentRow } from "../agent-access/find-agent";
import type { CodeHost, HostPull, HostRepository } from "../code-hosts/code-host";
import { CodeHostProblem } from "../code-hosts/code-host-problem";
import { slipwayHost } from "../code-hosts/slipway-host";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { isStacked, stackBase } from "./stack-base";

const maxTitleLength = 256;
const maxBodyLength = 60_000;

const truncate = (text: string, length: number) => [...text].slice(0, length).join("");

type LinkContext = AgentsContext;

/** A pushed branch in its repository. */
interface PushedBranch {
  entry: Branch;
  host: CodeHost;
  repository: HostRepository;
  branch: string;
}

const hasBranch = async (repository: HostRepository, branch: string) =>
  (await repository.branchFamily(branch)).some(({ name }) => name === branch);

/** Returns the base for the agent's branch: the branch it started from, or the default branch. */
async function baseOf(agent: AgentRow, { host, repository, branch }: PushedBranch): Promise<string> {
  for (const { url, startingRef, prUrl } of agent.repos) {
    if (prUrl) {
      const found = await host.findPull(prUrl);
      if (found?.repository.url === repository.url) return found.pull.baseRef;
    } else if (startingRef && (await host.findRepository(url))?.url === repository.url) {
      const name = branchOf(startingRef) ?? startingRef;
      if (name !== branch && (await hasBranch(repository, name))) return name;
    }
  }
  return repository.defaultBranch;
}

/** The agent's name; for a stacked branch, followed by the name of the stacked part. */
function titleOf(agent: AgentRow, branch: string): string {
  const name = agent.name.trim();
  if (name === "") return truncate(branch, maxTitleLength);
  const part = isStacked(agent, branch) ? `: ${branch.slice(agent.branchName.length + 1)}` : "";
  return truncate(name, maxTitleLength - part.length) + part;
}

async function open(agent: AgentRow, pushed: PushedBranch, reply: string): Promise<HostPull | undefined> {
  const { repository, branch } = pushed;
  const stackedOn = await stackBase(repository, agent, branch);
  const baseRef = stackedOn ?? (await baseOf(agent, pushed));
  if (baseRef === branch) return undefined;
  return repository.openPull({
    title: titleOf(agent, branch),
    body: truncate(reply.trim(), maxBodyLength),
    headRef: branch,
    baseRef,
    draft: false,
    agent,
    stacked: stackedOn !== undefined,
  });
}

/** Finds the repository of a pushed branch on this service or a GitHub server; undefined on other servers. */
async function locate(context: LinkContext, entry: Branch): Promise<PushedBranch | undefined> {
  const { repoUrl, branch } = entry;
  if (branch === undefined) return undefined;
  const hosts = [
    { host: slipwayHost(context), protocol: new URL(context.settings.gitUrl).protocol },
    { host: context.github, protocol: "https:" },
  ];
  for (const { host, protocol } of hosts) {
    const repository = await host.findRepository(`${protocol}//${repoUrl}`);
    if (repository) return { entry, host, repository, branch };
  }
  return undefined;
}

/** Runs `work`; a failure is logged and returned as the branch's problem. */
async function orProblem(
  context: LinkContext,
  agent: AgentRow,
  entry: Branch,
  work: () => Promise<Branch>,
): Promise<Branch> {
  try {
    return await retryOnDisconnect(context, work);
  } catch (error) {
    context.log.error({ err: error, agentId: agent.id, branch: entry.branch }, "couldn't open a run's pull request");
    if (!agent.autoCreatePr) return entry;
    const reason = error instanceof CodeHostProblem ? error.message : "Internal error. See the service log.";
    return { ...entry, prError: `Couldn't open the pull request: ${reason}` };
  }
}

/** Adds the URL of a branch's open pull request, and opens one if `autoCreatePR` is set. */
function link(context: LinkContext, agent: AgentRow, pushed: PushedBranch, reply: string): Promise<Branch> {
  const { entry, repository, branch } = pushed;
  return orProblem(context, agent, entry, async () => {
    const pull =
      (await repository.findOpenPull(branch)) ?? (agent.autoCreatePr ? await open(agent, pushed, reply) : undefined);
    return pull ? { ...entry, prUrl: pull.url } : entry;
  });
}

/** A branch's base and the branches it is based on come before it, so that their pull requests are open already. */
async function inStackOrder(agent: AgentRow, branches: readonly PushedBranch[]): Promise<PushedBranch[][]> {
  const bases = new Map<PushedBranch, string | undefined>();
  for (const pushed of branches) {
    // A failure is reported when the branch's pull request is opened.
    bases.set(pushed, await stackBase(pushed.repository, agent, pushed.branch).catch(() => undefined));
  }
  const layers: PushedBranch[][] = [];
  for (let left = [...branches]; left.length > 0; ) {
    const ready = left.filter(
      (pushed) =>
        !left.some(
          ({ repository, branch }) => repository.url === pushed.repository.url && branch === bases.get(pushed),
        ),
    );
    layers.push(ready.length > 0 ? ready : left);
    left = ready.length > 0 ? left.filter((pushed) => !ready.includes(pushed)) : [];
  }
  return layers;
}

/**
 * Adds the URL of its open pull request to each pushed branch, and opens one if `autoCreatePR` is set (specification,
 * section 4 Agents: autoCreatePR, skipReviewerRequest). Pull requests of stacked branches form a stack. Idempotent.
 */
export async function linkPullRequests(
  context: LinkContext,
  agent: AgentRow,
  branches: readonly Branch[],
  reply: string,
): Promise<Branch[]> {
  const linked = new Map<Branch, Branch>();
  const located: PushedBranch[] = [];
  for (const entry of branches) {
    const result = await orProblem(context, agent, entry, async () => {
      const pushed = entry.prUrl === undefined ? await locate(context, entry) : undefined;
      if (pushed) located.push(pushed);
      return entry;
    });
    linked.set(entry, result);
  }
  for (const layer of await inStackOrder(agent, located)) {
    await Promise.all(layer.map(async (pushed) => linked.set(pushed.entry, await link(context, agent, pushed, reply))));
  }
  return branches.map((entry) => linked.get(entry) ?? entry);
}
