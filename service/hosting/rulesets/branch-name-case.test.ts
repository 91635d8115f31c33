import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitError } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";

let pulls: PullRequests;
let main: string;

beforeAll(async () => {
  pulls = await startPullRequests();
  main = await pulls.git("rev-parse", "main");
  await pulls.git("switch", "--quiet", "--create", "line");
  await pulls.commit({ "line.txt": "1\n" });
  await pulls.git("switch", "--quiet", "--create", "side", "main");
  await pulls.commit({ "side.txt": "1\n" });
  await pulls.git("merge", "--quiet", "--no-ff", "--message=Merge", "line");
  await pulls.git("switch", "--quiet", "main");
});
afterAll(() => pulls.close());

/** Pushes and returns the client's error output. */
async function errorOutput(...refs: string[]): Promise<string> {
  const error = await pulls.pushed(...refs).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitError)) throw new Error("the push was accepted");
  return error.stderr;
}
const tip = (ref: string) => git(pulls.dir, "for-each-ref", "--format=%(objectname)", ref);
const send = (method: string, path: string, body?: object) =>
  pulls.test.send(method, `${pulls.path}/${path}`, body ? { body } : {});
const write = (targetBranch: string, expectedHeadSha: string) =>
  send("POST", "git/commits:createFromFiles", {
    targetBranch,
    expectedHeadSha,
    message: "Write",
    author: { name: "Ada", email: "ada@example.test" },
    files: [{ path: `${Math.random()}.txt`, content: Buffer.from("x").toString("base64") }],
  });

describe("a branch whose name differs only in case from an existing one", () => {
  it("can't be created by push or API, nor a branch or tag inside it", { tags: ["long"] }, async () => {
    for (const name of ["Main", "MAIN/one"]) {
      const ref = `refs/heads/${name}`;
      expect(await errorOutput(`line:${ref}`)).toContain(`${ref}: conflicts with refs/heads/main, ignoring case`);
      expect(await send("POST", "git/refs", { ref, sha: main })).toMatchObject({
        status: 400,
        body: { code: 3, message: `ref: ${ref} conflicts with refs/heads/main, ignoring case` },
      });
      expect(await tip(ref)).toBe("");
    }
    expect((await write("Main", main)).status).toBe(400);
    await pulls.pushed("line:refs/tags/cased");
    expect(await errorOutput("line:refs/tags/Cased")).toContain("conflicts with refs/tags/cased");
    expect(await tip("refs/heads/main")).toBe(main);
    await pulls.pushed("line:Kept");
    await pulls.pushed("side:Kept");
    await pulls.pushed(":Kept");
  });
});
