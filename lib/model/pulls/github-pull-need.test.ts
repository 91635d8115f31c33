import { describe, expect, it } from "vitest";
import type { PullFacts } from "@/lib/contract/dashboard/agent-row";
import { gitHubPullNeed } from "./github-pull-need";

const external = { number: 7, title: "Add storage", head: "svc/storage", base: "main" };
const pull = { url: "https://github.com/acme/widgets/pull/7", draft: false, additions: 1, deletions: 0 };
const facts = (more: object): PullFacts => ({
  ...pull,
  state: "open",
  external,
  review: "none",
  mergeability: "mergeable",
  ...more,
});

describe("a pull request on GitHub", () => {
  it.each<[string, PullFacts, unknown]>([
    ["with failed checks", facts({ checks: "failed" }), { need: "checks", why: "" }],
    ["that can be merged", facts({ checks: "passed" }), { need: "ready", why: "" }],
    ["without checks", facts({ checks: "none" }), { need: "ready", why: "" }],
    ["with conflicts", facts({ checks: "passed", mergeability: "conflict" }), { need: "blocked", why: "Conflicts" }],
    ["with requested changes", facts({ review: "changes_requested" }), { need: "blocked", why: "Changes requested" }],
    ["with pending checks", facts({ checks: "pending" }), undefined],
    ["with unknown checks", facts({}), undefined],
    ["that is a draft", facts({ draft: true, checks: "failed" }), undefined],
    ["that is merged", facts({ state: "merged" }), undefined],
    ["of this service", { ...facts({ checks: "failed" }), external: undefined }, undefined],
  ])("%s needs %j", (_name, input, expected) => expect(gitHubPullNeed(input)).toEqual(expected));
});
