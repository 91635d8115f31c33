import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { table } from "@/lib/contract/tables/service-table.generated";
import { buildPath } from "./build-path";
import { createMatcher } from "./match";
import { compilePath } from "./path";
import { pathForms } from "./testing/path-forms";

const forms = pathForms.map(([id, method, path]) => ({ id, method, path, alternates: [] }));
const matcher = createMatcher(forms);

const value = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .filter((text) => text !== "." && text !== ".." && !text.includes("\0") && text.isWellFormed());
const restValue = fc
  .array(
    value.filter((text) => !text.split("/").some((part) => part === "." || part === ".." || part === "")),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join("/"));

function parametersOf(path: string): fc.Arbitrary<Record<string, string>> {
  const shape: Record<string, fc.Arbitrary<string>> = {};
  for (const segment of compilePath(path).segments) {
    if (segment.kind === "literal") continue;
    shape[segment.name] = segment.kind === "rest" ? restValue : value;
  }
  return fc.record(shape);
}

describe("the matcher, for every path form of both specifications", () => {
  it("contains every operation of the table", () => {
    const known = new Set(pathForms.map(([, method, path]) => `${method} ${path}`));
    expect(table.filter(({ method, path }) => !known.has(`${method} ${path}`))).toEqual([]);
  });

  it.each(forms)("$method $path matches itself and returns its parameters", ({ id, method, path }) => {
    fc.assert(
      fc.property(parametersOf(path), (params) => {
        const raw = buildPath(path, params);
        const found = matcher.match(method, raw);
        // Only a literal sibling takes precedence over a parameter, such as `summary` over a worker id.
        if (found?.operation.id !== id) {
          const sibling = found && compilePath(found.operation.path);
          expect(
            sibling?.segments.some(
              (segment) => segment.kind === "literal" && Object.values(params).includes(segment.text),
            ),
          ).toBe(true);
          return;
        }
        expect(found.params).toEqual(params);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps an encoded slash inside a segment", () => {
    const raw = "/v1/repohost/repos/acme/payments/labels/area%2Fbilling";
    expect(matcher.match("GET", raw)?.params).toMatchObject({ labelName: "area/billing" });
  });

  it("matches a reference with slashes as the rest of the path", () => {
    const found = matcher.match("DELETE", "/v1/repohost/repos/acme/payments/git/refs/heads/feature/x%20y");
    expect(found?.params).toMatchObject({ ref: "heads/feature/x y" });
  });

  it("keeps the trailing slash of a reference prefix", () => {
    expect(matcher.match("GET", "/v1/repohost/repos/a/b/git/matching-refs/heads/")?.params).toMatchObject({
      ref: "heads/",
    });
  });

  it("passes an empty id to the operation, which rejects it", () => {
    const rulesets = "/v1/repohost/repos/a/b/rulesets";
    expect(matcher.match("GET", `${rulesets}/`)).toMatchObject({
      operation: { id: "GetRuleset" },
      params: { rulesetId: "" },
    });
    expect(matcher.match("GET", rulesets)?.operation.id).toBe("ListRulesets");
    expect(matcher.match("GET", `${rulesets}//`)).toBeUndefined();
    expect(() => compilePath("/x/{id?}/y")).toThrow("must come last");
  });

  it("distinguishes verbs from names", () => {
    expect(matcher.match("POST", "/v1/repohost/repos/a/b:grep")?.operation.id).toBe("GrepContents");
    expect(matcher.match("POST", "/v1/repohost/repos/a/b:syncMirror")?.operation.id).toBe("SyncMirror");
    expect(matcher.match("POST", "/v1/repohost/repos/a/b/check-runs:batchUpsert")?.operation.id).toBe(
      "BatchUpsertCheckRuns",
    );
    expect(matcher.match("POST", "/v1/repohost/repos/a/b:unknown")).toBeUndefined();
  });

  it("prefers a static segment to a parameter", () => {
    expect(matcher.match("GET", "/v0/private-workers/summary")?.operation.id).toBe("getWorkerSummary");
    expect(matcher.match("GET", "/v0/private-workers/pools")?.operation.id).toBe("listPools");
    expect(matcher.match("GET", "/v0/private-workers/w-1")?.operation.id).toBe("getWorker");
    expect(matcher.match("GET", "/v1/repohost/repos/a/b/pulls/comments/7")?.operation.id).toBe("GetPullRequestComment");
    expect(matcher.match("GET", "/v1/repohost/repos/a/b/mirror/transition-jobs:active")?.operation.id).toBe(
      "GetActiveMirrorTransitionJob",
    );
  });

  it("returns nothing for an unknown path, a wrong method, or a prefix or extension of a path", () => {
    for (const [method, raw] of [
      ["GET", "/v1/nothing"],
      ["PATCH", "/v1/agents"],
      ["GET", "/v1/agents/"],
      ["GET", "/v1"],
      ["GET", "/v1/agents/a/b"],
      ["get", "/v1/agents"],
      ["GET", "//v1/agents"],
    ] as const) {
      expect(matcher.match(method, raw), `${method} ${raw}`).toBeUndefined();
    }
  });

  it("decodes once, and rejects dots, NUL and invalid escapes", () => {
    expect(matcher.match("GET", "/v1/agents/%2525")?.params).toEqual({ id: "%25" });
    for (const segment of ["..", ".", "%2e%2e", "%2E", "%00", "a%00b", "%", "%zz", "%c3%28", ""]) {
      expect(matcher.match("GET", `/v1/agents/${segment}`), segment).toBeUndefined();
    }
    expect(matcher.match("GET", "/v1/repohost/repos/a/b/git/ref/heads/../x")).toBeUndefined();
    expect(matcher.match("GET", "/v1/repohost/repos/a/b/git/ref/heads/%2e%2e%2fx")).toBeUndefined();
  });

  it("never throws on any path", () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void matcher.match("GET", `/v1/${text}`)));
  });

  it("rejects a table with two operations for one path form", () => {
    const twice = [
      { id: "a", method: "GET", path: "/x/{one}", alternates: [] },
      { id: "b", method: "GET", path: "/x/{two}", alternates: [] },
    ] as const;
    expect(() => createMatcher(twice)).toThrow("both claim");
  });
});
