import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grepContents } from "@/lib/contract/hosting/contents/grep-contents";
import type { BodyInputOf } from "@/lib/contract/operation";
import { fieldError } from "../testing/field-error";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let first: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  first = await hosted.commit({ "old.txt": "needle in the old tree\n" });
  await hosted.commit({
    "old.txt": "nothing\n",
    "src/app.ts": "const needle = 1;\nconst other = needle + needle;\n// NEEDLE\nneedles()\n",
    "src/deep/View.TSX": "render(needle)\n",
    "docs/guide.md": "1\n2\n3 needle\n4\n5\n6\n7 needle\n8\n",
    "node_modules/x/index.js": "needle\n",
    "lib/node_modules/y.js": "needle\n",
    "special/-e.txt": "a.c\nabc\n(paren\n$dollar ünï\n",
    "binary.bin": "needle\0needle\n",
    "odd/new\nline.txt": "oddly one\n2\n3\n4\noddly two\n",
    "crlf.txt": "carriage needle\r\n",
    "words.txt": "Straße ÜBER über\n",
    "evil.txt": `${"a".repeat(40)}!\n`,
    "many.txt": `${"hay hay\n".repeat(1_500)}`,
    "wide.txt": `${"ü".repeat(6_000)}wide${"x".repeat(100)}wide\nshort wide\n`,
  });
  await hosted.push("main", `${first}:refs/heads/old`);
});
afterAll(() => hosted.close());

type Body = BodyInputOf<typeof grepContents>;
const grep = (body: Body) => hosted.test.call(grepContents, { params: hosted.params, body });
const post = (body: unknown, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}:grep`, { body, key });
const paths = async (body: Body) => [...new Set((await grep(body)).matches.map(({ path }) => path))].sort();
const needle = { query: "needle" };

describe("Grep Contents", () => {
  it("names files whose names have line breaks", async () => {
    const { matches } = await grep({ query: "oddly", contextBefore: 1 });
    expect(matches.map(({ path, lineNumber, line }) => [path, lineNumber, line])).toEqual([
      ["odd/new\nline.txt", 1, "oddly one"],
      ["odd/new\nline.txt", 4, "4"],
      ["odd/new\nline.txt", 5, "oddly two"],
    ]);
  });

  it("H-GREP-01 H-GREP-05 H-GREP-23: returns matching lines with matching byte ranges", async () => {
    const { matches, limitHit } = await grep({ query: "needle +\\S|other", filterPath: "src/app.ts" });
    expect(limitHit).toBe(false);
    expect(matches).toEqual([
      {
        path: "src/app.ts",
        lineNumber: 1,
        line: "const needle = 1;",
        kind: "match",
        submatches: [{ start: 6, end: 14 }],
      },
      {
        path: "src/app.ts",
        lineNumber: 2,
        line: "const other = needle + needle;",
        kind: "match",
        submatches: [
          { start: 6, end: 11 },
          { start: 14, end: 22 },
        ],
      },
    ]);
  });

  it("H-GREP-07: searches ref, or the default branch without one", async () => {
    for (const ref of ["old", "refs/heads/old", first]) expect(await paths({ ...needle, ref })).toEqual(["old.txt"]);
    for (const at of [{ ref: "" }, { ref: "HEAD" }, {}])
      expect(await paths({ ...needle, ...at })).toContain("src/app.ts");
    expect((await post({ ...needle, ref: "none" })).status).toBe(404);
  });

  it("H-GREP-06: treats the query as plain text if literal is true", async () => {
    const line = async (query: string) => (await grep({ query, literal: true, filterPath: "special" })).matches;
    expect((await line("a.c")).map((match) => match.line)).toEqual(["a.c"]);
    expect((await line("(paren")).length).toBe(1);
    expect((await line("$dollar")).length).toBe(1);
    expect(await line("(?i)")).toEqual([]);
    expect(await line("--all")).toEqual([]);
  });

  it("H-GREP-08 H-GREP-09: supports caseInsensitive and wholeWord for literal queries", async () => {
    const found = async (options: object) =>
      (await grep({ query: "needle", literal: true, filterPath: "src/app.ts", ...options })).matches.map(
        ({ lineNumber }) => lineNumber,
      );
    expect(await found({})).toEqual([1, 2, 4]);
    expect(await found({ caseInsensitive: true })).toEqual([1, 2, 3, 4]);
    expect(await found({ wholeWord: true })).toEqual([1, 2]);
    expect(await found({ wholeWord: true, caseInsensitive: true })).toEqual([1, 2, 3]);
  });

  it("H-GREP-10 H-GREP-12: ignores both for regular expressions, which use (?i) and \\b", async () => {
    const found = async (query: string, options: object = {}) =>
      (await grep({ query, filterPath: "src/app.ts", ...options })).matches.map(({ lineNumber }) => lineNumber);
    expect(await found("needle", { caseInsensitive: true, wholeWord: true })).toEqual([1, 2, 4]);
    expect(await found("(?i)\\bneedle\\b")).toEqual([1, 2, 3]);
  });

  it("matches characters, not bytes", async () => {
    const [match] = (await grep({ query: "(?i)straSSE|über", filterPath: "words.txt" })).matches;
    expect(match?.submatches).toEqual([
      { start: 8, end: 13 },
      { start: 14, end: 19 },
    ]);
  });

  it("H-GREP-04 H-GREP-11: requires more than (?i) as a query", async () => {
    for (const query of [undefined, "", "(?i)", 7]) {
      expect(await post({ query })).toMatchObject({
        status: 400,
        body: { code: 3, details: [{ fieldViolations: [{ field: "query" }] }, {}] },
      });
    }
  });

  it.each(["(", "[a", "a{2,1}", "(?<x", "a\nb", "x".repeat(4_097)])("rejects the query %j", async (query) => {
    expect(await post({ query })).toMatchObject({ status: 400, body: { code: 3 } });
  });

  it("H-GREP-13 H-GREP-14: returns context lines, at most ten before and after", async () => {
    const lines = async (options: object) =>
      (await grep({ ...needle, filterPath: "docs", ...options })).matches.map(({ lineNumber, kind }) =>
        kind === "match" ? lineNumber : -lineNumber,
      );
    expect(await lines({ contextBefore: 1 })).toEqual([-2, 3, -6, 7]);
    expect(await lines({ contextAfter: 1 })).toEqual([3, -4, 7, -8]);
    expect(await lines({ contextBefore: 2, contextAfter: 2 })).toEqual([-1, -2, 3, -4, -5, -6, 7, -8]);
    const far = await grep({ query: "short", contextBefore: 4_000_000_000, filterPath: "wide.txt" });
    expect(far.matches).toHaveLength(2);
    const near = { query: "^8$", filterPath: "docs", contextBefore: 99, contextAfter: 99 };
    expect((await grep(near)).matches).toHaveLength(8);
    const many = await grep({ query: "^last", filterPath: "none" });
    expect(many.matches).toEqual([]);
    for (const match of (await grep({ ...needle, contextBefore: 1 })).matches) {
      if (match.kind === "context") expect(match.submatches).toEqual([]);
    }
  });

  it("limits context to ten lines", async () => {
    await hosted.commit({ "long.txt": `${"x\n".repeat(30)}middle\n${"x\n".repeat(30)}` });
    await hosted.push("main");
    const { matches } = await grep({ query: "middle", contextBefore: 30, contextAfter: 11 });
    expect(matches.map(({ lineNumber }) => lineNumber)).toEqual(Array.from({ length: 21 }, (_, index) => 21 + index));
  });

  it("H-GREP-15: limits the search to a file or folder", async () => {
    expect(await paths({ ...needle, filterPath: "src" })).toEqual(["src/app.ts", "src/deep/View.TSX"]);
    expect(await paths({ ...needle, filterPath: "src/deep/" })).toEqual(["src/deep/View.TSX"]);
    expect(await paths({ ...needle, filterPath: "sr" })).toEqual([]);
    expect(await paths({ ...needle, filterPath: "src/*" })).toEqual([]);
    expect(await post({ ...needle, filterPath: "../x" })).toMatchObject(fieldError("filter_path"));
  });

  it("H-GREP-16: keeps paths that match an include, ignoring case, at any depth without a slash", async () => {
    expect(await paths({ ...needle, includes: ["*.ts", "*.tsx"] })).toEqual(["src/app.ts", "src/deep/View.TSX"]);
    expect(await paths({ ...needle, includes: ["src/*"] })).toEqual(["src/app.ts", "src/deep/View.TSX"]);
    expect(await paths({ ...needle, includes: ["src/*.ts"] })).toEqual(["src/app.ts"]);
    expect(await paths({ ...needle, includes: ["src/**/*.tsx"] })).toEqual(["src/deep/View.TSX"]);
    expect(await paths({ ...needle, includes: ["*.ts*"], filterPath: "src/deep" })).toEqual(["src/deep/View.TSX"]);
    expect(await paths({ ...needle, includes: [":(exclude)src"] })).toEqual([]);
    expect(await paths({ ...needle, includes: ["*.none"] })).toEqual([]);
  });

  it("H-GREP-17: drops paths and folders that match an exclude, which overrides an include", async () => {
    const found = await paths({ ...needle, excludes: ["**/node_modules/**"] });
    expect(found).toEqual(["crlf.txt", "docs/guide.md", "src/app.ts", "src/deep/View.TSX"]);
    expect(await paths({ ...needle, excludes: ["node_modules"] })).toEqual(found);
    expect(await paths({ ...needle, includes: ["*.ts", "*.md"], excludes: ["DOCS"] })).toEqual(["src/app.ts"]);
  });

  it.each(["includes", "excludes"])("H-GREP-18 H-GREP-19: accepts up to 20 %s", async (field) => {
    const globs = Array.from({ length: 21 }, (_, index) => `none-${index}`);
    await grep({ ...needle, [field]: globs.slice(0, 20) });
    expect(await post({ ...needle, [field]: globs })).toMatchObject({ status: 400, body: { code: 3 } });
    expect((await post({ ...needle, [field]: ["x".repeat(4_097)] })).status).toBe(400);
    expect((await post({ ...needle, [field]: [""] })).status).toBe(400);
  });

  it("H-GREP-20 H-GREP-21 H-GREP-24: stops at 1,000 matches by default and at most, and reports it", async () => {
    for (const maxResults of [undefined, 0, 1_000, 5_000]) {
      const { matches, limitHit } = await grep({ query: "hay", ...(maxResults === undefined ? {} : { maxResults }) });
      expect(limitHit).toBe(true);
      expect(matches.reduce((sum, { submatches }) => sum + submatches.length, 0)).toBe(1_000);
    }
    const odd = await grep({ query: "hay", maxResults: 3 });
    expect([odd.limitHit, odd.matches.map(({ submatches }) => submatches.length)]).toEqual([true, [2, 1]]);
    const exact = await grep({ query: "needle", filterPath: "src/app.ts", maxResults: 4 });
    expect([exact.limitHit, exact.matches.length]).toEqual([false, 3]);
    for (const wrong of [-1, 1.5, "7"]) expect((await post({ query: "hay", maxResults: wrong })).status).toBe(400);
  });

  it("H-GREP-22: isn't paginated", async () => {
    expect(Object.keys(await grep(needle)).sort()).toEqual(["limitHit", "matches"]);
  });

  it("skips binary files and returns lines without their terminator", async () => {
    expect(await paths(needle)).not.toContain("binary.bin");
    expect((await grep({ query: "carriage.*" })).matches[0]).toMatchObject({ line: "carriage needle" });
  });

  it("truncates very long lines and ranges at a character boundary", async () => {
    const [long, short] = (await grep({ query: "wide|ü+", filterPath: "wide.txt" })).matches;
    expect(long?.submatches).toEqual([{ start: 0, end: 8_192 }]);
    expect(long?.line).toBe("ü".repeat(4_096));
    expect(short?.submatches).toEqual([{ start: 6, end: 10 }]);
  });

  it("omits the range of a match that starts where its line is cut", async () => {
    await hosted.commit({ "cut.txt": `${"x".repeat(8_192)}beyond\n` });
    await hosted.push("main");
    const [match] = (await grep({ query: "beyond" })).matches;
    expect([match?.kind, match?.line.length, match?.submatches]).toEqual(["match", 8_192, []]);
  });

  it("returns lines with empty matches", async () => {
    const { matches } = await grep({ query: "^", filterPath: "docs" });
    expect(matches.map(({ lineNumber }) => lineNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each(["(a+)+$", "(a|aa)+$", "(.*a){25}$", "(x+x+)+y|(a+a+)+b"])(
    "handles a catastrophic pattern quickly: %s",
    async (query) => {
      const started = Date.now();
      const response = await post({ query });
      expect(response.status === 200 || response.status === 400).toBe(true);
      expect(Date.now() - started).toBeLessThan(30_000);
    },
  );

  it("requires read access, and finds nothing in an empty repository", async () => {
    expect((await post(needle, hosted.stranger)).status).toBe(404);
    const empty = await startHostedRepository();
    expect((await empty.test.send("POST", `${empty.path}:grep`, { body: needle })).body).toEqual({
      matches: [],
      limitHit: false,
    });
    await empty.close();
  });

  it("rejects searches with 503 while too many of the same user wait, and still serves other users", {
    tags: ["long"],
  }, async () => {
    const noise = Array.from({ length: 300 }, () => crypto.getRandomValues(new Uint8Array(60_000)));
    await hosted.commit({ "large.txt": Buffer.concat(noise).toString("base64") });
    await hosted.push("HEAD:refs/heads/large");
    const { user, serviceAccount } = hosted.test.keys;
    const abort = new AbortController();
    const search = (key: string) =>
      fetch(`${hosted.test.url}${hosted.path}:grep`, {
        method: "POST",
        signal: abort.signal,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ query: "!", literal: true, ref: "large" }),
      });
    const rejected: unknown[] = [];
    const receive = async () => {
      const response = await search(user);
      if (response.status === 503) rejected.push(await response.json());
    };
    // Two run and 32 wait. Each takes much longer than a request.
    const requests = Promise.allSettled(Array.from({ length: 100 }, receive));
    await expect
      .poll(() => rejected[0])
      .toMatchObject({
        code: 14,
        message: "Too many searches are running. Retry later.",
      });
    expect((await search(serviceAccount)).status).toBe(200);
    abort.abort();
    await requests;
    await expect.poll(async () => (await post(needle)).status).toBe(200);
  });
});
