import { readCommit } from "@/service/git/commit-object";
import { findCommit } from "@/service/git/find-commit";
import { runGit } from "@/service/git/run-git";
import { contentAt } from "@/service/hosting/contents/content-body";
import { type Figure, milliseconds, quantile, ratio } from "../figure";
import type { Stage } from "../stage";
import { byTurns, type Ground } from "./ground";
import { fileCount, pathOf } from "./large-repository";

function figure(name: string, [ours, theirs]: [number[], number[]], what: string, share = 0.5): Figure {
  const [measured, against] = [quantile(ours, share), quantile(theirs, share)];
  return {
    name,
    measured: milliseconds(measured),
    against: `${milliseconds(against)} ${what}`,
    ratio: ratio(measured, against),
  };
}

/** Single files over HTTP against a process of git for each, search and comparison against git's own commands. */
export async function reads({ service }: Stage, ground: Ground, rounds: number): Promise<Figure[]> {
  const { dir, ask } = ground;
  const git = (...args: string[]) => runGit(args, { cwd: dir, env: { GIT_DIR: dir } });
  const some = (round: number) => pathOf((round * 7_919) % fileCount);
  const files = await byTurns(
    rounds,
    (round) => ask(`/contents?path=${encodeURIComponent(some(round))}`),
    (round) => git("cat-file", "blob", `refs/heads/main:${some(round)}`),
  );
  const reader = service.objects.of(dir);
  const inside = await byTurns(
    rounds,
    async (round) => {
      const found = await findCommit(reader, "main");
      if (typeof found === "string") throw new Error("the branch is gone");
      await contentAt(reader, (await readCommit(reader, found.commit)).tree, some(round));
    },
    (round) => git("cat-file", "blob", `refs/heads/main:${some(round)}`),
  );
  const search = (query: string) =>
    byTurns(
      Math.max(5, rounds / 40),
      () => ask(":grep", { query }),
      () => git("grep", "-n", "-I", "-P", "-e", query, "refs/heads/main"),
    );
  const seldom = await search("needle in the hay\\w+");
  const common = await search("value1 = \\d+");

  const pages = async () => {
    let pageToken = "";
    do {
      const page = await ask(`/compare/main...wide/files?pageSize=100&pageToken=${pageToken}`);
      pageToken =
        page !== null && typeof page === "object" && "nextPageToken" in page ? String(page.nextPageToken) : "";
    } while (pageToken !== "");
  };
  const whole = () => git("diff-tree", "-r", "-M", "-p", "refs/heads/main", "refs/heads/wide");
  const first = await byTurns(1, () => ask("/compare/main...wide/files?pageSize=100"), whole);
  const all = await byTurns(3, pages, whole);
  const log = await byTurns(
    20,
    () => ask("/commits?pageSize=100"),
    () => git("log", "-100", "--format=raw", "refs/heads/main"),
  );
  return [
    figure("one file inside the service, p50", inside, "by a git process"),
    figure("one file inside the service, p95", inside, "by a git process", 0.95),
    figure("one file over the API, p50", files, "by a git process"),
    figure("one file over the API, p95", files, "by a git process", 0.95),
    figure("search, one match", seldom, "by git grep"),
    figure("search, 1,000 of 3,000 matches", common, "by git grep, all matches"),
    figure(`comparison of ${fileCount} files, first 100, never asked before`, first, "by git diff-tree, all files"),
    figure(`comparison of ${fileCount} files, all pages`, all, "by git diff-tree, all files"),
    figure("100 commits", log, "by git log"),
  ];
}
