import { expect, it } from "vitest";
import { KnownSecrets } from "@/lib/model/masking/known-secrets";
import { maskedResponse } from "./masked-response";

const agent = {
  id: "bc-00000000-0000-4000-8000-000000000001",
  name: "Copy https://git.example.com/acme/web",
  status: "ACTIVE",
  env: { type: "cloud" },
  repos: [{ url: "https://git.example.com/acme/web", startingRef: "release/2026-11" }],
  repositoryIds: ["repo_abcdefghij"],
  git: { branches: [{ repoUrl: "git.example.com/acme/web", branch: "release/2026-11" }] },
  latestRunId: "run-00000000-0000-4000-8000-000000000002",
  createdAt: "2026-11-30T10:00:00.000Z",
};

it("masks variables in texts, but not in the ids, addresses, references, times and states of other agents", () => {
  const secrets = new KnownSecrets();
  secrets.remember([
    agent.id,
    agent.repos[0]?.url,
    agent.repos[0]?.startingRef,
    agent.repositoryIds[0],
    agent.latestRunId,
    agent.createdAt,
    "2026-11-30T10",
  ]);
  expect(JSON.parse(maskedResponse({ secrets }, JSON.stringify({ items: [agent] })))).toEqual({
    items: [{ ...agent, name: "Copy [masked]" }],
  });
});

it("masks credentials in addresses", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const json = JSON.stringify({ repos: [{ url: `https://${token}@github.com/acme/web` }] });
  expect(maskedResponse({ secrets: new KnownSecrets() }, json)).not.toContain(token);
});
