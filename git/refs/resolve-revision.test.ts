import { afterAll, beforeAll, expect, it } from "vitest";
import { commitFile, git, temporaryFolder } from "../testing/git-fixture";
import { resolveRevision } from "./resolve-revision";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dir: string;
let first: string;
let second: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dir = folder.path;
  await git(dir, "init", "--quiet", "--initial-branch=main");
  first = await commitFile(dir, "a.txt", "one\n");
  second = await commitFile(dir, "a.txt", "two\n");
  await git(dir, "branch", "feature/a", first);
});
afterAll(() => folder.remove());

it("resolves HEAD, branches and full ids", async () => {
  expect(await resolveRevision(dir, "HEAD")).toBe(second);
  expect(await resolveRevision(dir, "main")).toBe(second);
  expect(await resolveRevision(dir, "feature/a")).toBe(first);
  expect(await resolveRevision(dir, first)).toBe(first);
  expect(await resolveRevision(dir, first.toUpperCase())).toBe(first);
});

it("prefers a branch to a tag of the same name, and follows nested tags", async () => {
  await git(dir, "tag", "main", first);
  await git(dir, "tag", "--annotate", "v1", "--message=One", first);
  await git(dir, "tag", "--annotate", "v1-again", "--message=Again", "v1");
  expect(await resolveRevision(dir, "main")).toBe(second);
  expect(await resolveRevision(dir, "v1")).toBe(first);
  expect(await resolveRevision(dir, "v1-again")).toBe(first);
});

it("H-COMMIT-18 H-COMMIT-21: resolves abbreviations of at least five characters", async () => {
  expect(await resolveRevision(dir, first.slice(0, 5))).toBe(first);
  expect(await resolveRevision(dir, first.slice(0, 4))).toBeUndefined();
  const unused = ["00000", "fffff", "12345"].find((text) => !first.startsWith(text) && !second.startsWith(text)) ?? "";
  expect(await resolveRevision(dir, unused)).toBeUndefined();
});

it("H-COMMIT-20: resolves abbreviations to commits only", async () => {
  const blob = await git(dir, "rev-parse", "HEAD:a.txt");
  expect(await resolveRevision(dir, blob)).toBeUndefined();
  expect(await resolveRevision(dir, blob.slice(0, 8))).toBeUndefined();
});

it("prefers a branch to an abbreviation", async () => {
  const looksLike = first.slice(0, 7);
  await git(dir, "branch", looksLike, second);
  expect(await resolveRevision(dir, looksLike)).toBe(second);
  expect(await resolveRevision(dir, first.slice(0, 8))).toBe(first);
});

it.each([
  "",
  "feature",
  "main~1",
  "main^{tree}",
  "@",
  "@{-1}",
  ":a.txt",
  "main:a.txt",
  "--all",
  "-x",
  "refs/heads/main",
])("evaluates no expression: %j", async (text) => {
  expect(await resolveRevision(dir, text)).toBeUndefined();
});

it("returns nothing in an empty repository", async () => {
  const empty = await temporaryFolder();
  await git(empty.path, "init", "--quiet", "--bare", "--initial-branch=main");
  expect(await resolveRevision(empty.path, "HEAD")).toBeUndefined();
  expect(await resolveRevision(empty.path, "main")).toBeUndefined();
  await empty.remove();
});
