import { expect, it } from "vitest";
import { parseCommit } from "./commit-object";

const commit = (author: string, ...headers: string[]) =>
  Buffer.from(
    ["tree t", `author ${author} <a@x> 1 +0000`, "committer C <c@x> 1 +0000", ...headers, "", "Größe"].join("\n"),
  );

it("decodes a message in the commit's encoding", () => {
  const latin1 = Buffer.from(commit("Ada", "encoding ISO-8859-1").toString("utf8"), "latin1");
  expect(parseCommit(latin1).message).toBe("Größe");
});

it.each(["\r", "\u0085", "\u2028"])(
  "isn't decoded by a header that an author's name contains after %j",
  (lineBreak) => {
    const { message, author } = parseCommit(commit(`Ada${lineBreak}encoding UTF-16LE`));
    expect(message).toBe("Größe");
    expect(author.name).toBe(`Ada${lineBreak}encoding UTF-16LE`);
  },
);

it.each([
  ["unknown headers", "a b"],
  ["parents", "parent p"],
])("are read in linear time with a megabyte of %s", (_, line) => {
  const content = commit("Ada", Array.from({ length: 200_000 }, () => line).join("\n"));
  const startedAt = performance.now();
  expect(parseCommit(content).parents).toHaveLength(line === "a b" ? 0 : 200_000);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
