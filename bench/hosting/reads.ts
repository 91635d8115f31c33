import { readCommit } from "@/git/objects/commit-object";
import { findCommit } from "@/git/objects/find-commit";
import { runGit } from "@/git/run-git";
import { contentAt } from "@/service/hosting/contents/content-body";
import type { Harness } from "../harness";
import { quantile, type Result } from "../result";
import { type HostedRepository, interleave } from "./hosted-repository";
import { fileCount, pathOf } from "./large-repository";

function result(name: string, [ours, theirs]: [number[], number[]], what: string, share = 0.5): Result {
  return { name, value: quantile(ours, share), unit: "ms", reference: [quantile(theirs, share), what] };
}

/** Measures reading files, search, comparison and log against the equivalent git commands. */
export async function reads({ service }: Harness, repository: HostedRepository, rounds: number): Promise<Result[]> {
  const { dir, send } = repository;
  const git = (...args: string[]) => runGit(args, { cwd: dir, env: { GIT_DIR: dir } });
  const pathFor = (round: number) => pathOf((round * 7_919) % fileCount);
  const files = await interleave(
    rounds,
    (round) => send(`/contents?path=${encodeURIComponent(pathFor(round))}`),
    (round) => git("cat-file", "blob", `refs/heads/main:${pathFor(round)}`),
  );
  const reader = service.objects.of(dir);
  const inside = await interleave(
    rounds,
    async (round) => {
      const found = await findCommit(reader, "main");
      if (typeof found === "string") throw new Error("branch main not found");
      await contentAt(reader, (await readCommit(reader, found.commit)).tree, pathFor(round));
    },
    (round) => git("cat-file", "blob", `refs/heads/main:${pathFor(round)}`),
  );
  const search = (query: string) =>
    interleave(
      Math.max(5, rounds / 40),
      () => send(":grep", { query }),
      () => git("grep", "-n", "-I", "-P", "-e", query, "refs/heads/main"),
    );
  const rare = await search("needle in the hay\\w+");
  const common = await search("value1 = \\d+");

  const pages = async () => {
    let pageToken = "";
    do {
      const page = await send(`/compare/main...wide/files?pageSize=100&pageToken=${pageToken}`);
      pageToken =
        page !== null && typeof page === "object" && "nextPageToken" in page ? String(page.nextPageToken) : "";
    } while (pageToken !== "");
  };
  const whole = () => git("diff-tree", "-r", "-M", "-p", "refs/heads/main", "refs/heads/wide");
  const first = await interleave(1, () => send("/compare/main...wide/files?pageSize=100"), whole);
  const all = await interleave(3, pages, whole);
  const log = await interleave(
    20,
    () => send("/commits?pageSize=100"),
    () => git("log", "-100", "--format=raw", "refs/heads/main"),
  );
  return [
    result("one file inside the service, p50", inside, "by a git process"),
    result("one file inside the service, p95", inside, "by a git process", 0.95),
    result("one file over the API, p50", files, "by a git process"),
    { ...result("one file over the API, p95", files, "by a git process", 0.95), target: { ratio: 1 } },
    result("search, one match", rare, "by git grep"),
    result("search, 1,000 of 3,000 matches", common, "by git grep, all matches"),
    result(`comparison of ${fileCount} files, first page, uncached`, first, "by git diff-tree, all files"),
    result(`comparison of ${fileCount} files, all pages`, all, "by git diff-tree, all files"),
    { ...result("100 commits", log, "by git log"), target: { ratio: 1.5 } },
  ];
}
