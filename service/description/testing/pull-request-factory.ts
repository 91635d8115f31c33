import { z } from "zod";
import type { Send } from "./git-data-exercises";

const Numbered = z.looseObject({ number: z.string() });

/** Creates branches and pull requests in `repo`, a repository with commits. `tip` returns its default branch's head. */
export function pullRequestFactory(exchange: Send, repo: Record<string, string>, tip: () => Promise<string>) {
  let branches = 0;

  async function branch(): Promise<string> {
    branches += 1;
    const name = `described-${branches}`;
    const sha = await tip();
    await exchange("createGitRef", 200, { params: repo, body: { ref: `heads/${name}`, sha } });
    const author = { name: "Ada", email: "ada@example.test" };
    const files = [{ path: `${name}.txt`, content: "eA==" }];
    const body = { targetBranch: name, expectedHeadSha: sha, message: "Describe", author, files };
    await exchange("createCommitFromFiles", 200, { params: repo, body });
    return name;
  }
  /** Opens a pull request and returns its path parameters. */
  return async function open(): Promise<Record<string, string>> {
    const body = { title: "Described", head: await branch(), base: "main" };
    const { number } = Numbered.parse((await exchange("createPullRequest", 200, { params: repo, body })).body);
    return { ...repo, pullNumber: number };
  };
}
