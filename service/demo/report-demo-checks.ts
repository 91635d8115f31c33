import { generateKeyPairSync } from "node:crypto";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { createApp } from "@/lib/contract/hosting/apps/create-app";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { batchUpsertCheckRuns } from "@/lib/contract/hosting/checks/batch-upsert-check-runs";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import { listRulesets } from "@/lib/contract/hosting/rulesets/list-rulesets";
import { callInProcess } from "../core/http/call-in-process";
import { findNamespace } from "../hosting/access/namespace-access";
import { createAppOperation } from "../hosting/apps/create-app";
import { listNamespaceAppsOperation } from "../hosting/apps/list-namespace-apps";
import { batchUpsertCheckRunsOperation } from "../hosting/checks/batch-upsert-check-runs";
import { installAppOperation } from "../hosting/installations/install-app";
import { createRulesetOperation } from "../hosting/rulesets/create-ruleset";
import { listRulesetsOperation } from "../hosting/rulesets/list-rulesets";
import type { CallOperation, DemoContext } from "./act-as";
import { checkRunPost, readDemoChecks } from "./demo-checks";
import { demoAddress } from "./demo-repository";

/** How long before the pull request was opened its checks started. */
const checksBeforeMs = 20 * 60_000;

/** Creates the demo's app once. Its private key isn't stored: only the demo itself acts as the app. */
async function demoApp(owner: CallOperation, app: { displayName: string; description: string }): Promise<string> {
  const params = { namespaceSlug: demoAddress.ownerSlug };
  const { apps } = await owner(listNamespaceApps, listNamespaceAppsOperation, { params, query: { pageSize: "100" } });
  const existing = apps.find(({ displayName }) => displayName === app.displayName);
  if (existing) return existing.id;
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
  return (await owner(createApp, createAppOperation, { params, body: { ...app, publicKey } })).id;
}

/** Installs the demo's app. Returns functions that create the release ruleset and report checks. */
export async function demoReporter(context: DemoContext, owner: CallOperation) {
  const { app, suite, ruleset, reports } = await readDemoChecks();
  const appId = await demoApp(owner, app);
  const namespace = await findNamespace(context, demoAddress.ownerSlug);
  if (!namespace) throw new Error("demo namespace not found");
  const scopes = ["repository:checks:write"];
  const admin = callInProcess(context, {
    kind: "admin",
    keyId: "demo",
    keyName: "demo",
    keyCreatedAt: context.clock.now(),
  });
  const installation = await admin(installApp, installAppOperation, {
    params: { namespaceSlug: demoAddress.ownerSlug },
    body: { appId, scopes, repositories: [demoAddress.repoName] },
  });
  const act = callInProcess(context, {
    kind: "installation",
    installationId: installation.id,
    appId,
    namespaceId: namespace.id,
    selection: "selected",
    scopes: new Set(scopes),
  });

  return {
    /** Requires an approval and passing checks for merges into releases. Does nothing if the ruleset exists. */
    async createReleaseRuleset(): Promise<void> {
      const { rulesets } = await owner(listRulesets, listRulesetsOperation, { params: demoAddress });
      const { name, description, includedRefNames, requiredApprovals } = ruleset;
      if (rulesets.some((existing) => existing.name === name)) return;
      const requiredChecks = ruleset.requiredChecks.map((run) => ({
        actorKind: "app",
        actorId: appId,
        groupKey: suite.key,
        ...run,
      }));
      await owner(createRuleset, createRulesetOperation, {
        params: demoAddress,
        body: {
          name,
          description,
          enforcement: "active",
          kind: "merge_branch",
          includedRefNames,
          rules: [
            { ruleType: "pull_request", parameters: { requiredApprovingReviewCount: requiredApprovals } },
            { ruleType: "require_status_checks", parameters: { requiredChecks } },
          ],
        },
      });
    },
    /**
     * Posts a report from checks.json for the head of a pull request and returns the check runs this created. Posting
     * it again creates none. Throws if checks.json has no report of that name.
     */
    async report(name: string, { createdAt, head: { sha: headSha } }: PullRequest): Promise<CheckRun[]> {
      const runs = reports[name];
      if (!runs) throw new Error(`demo report ${name} not found`);
      const start = new Date(Date.parse(createdAt) - checksBeforeMs);
      const { results } = await act(batchUpsertCheckRuns, batchUpsertCheckRunsOperation, {
        params: demoAddress,
        body: {
          headSha,
          checkSuite: { ...suite, externalId: `${suite.key}-${headSha}` },
          checkRuns: runs.map((run) => checkRunPost(run, { headSha, start })),
        },
      });
      return results.flatMap(({ checkRun, outcome }) => (outcome === "created" ? [checkRun] : []));
    },
  };
}
