import { generateKeyPairSync } from "node:crypto";
import { installApp } from "@/lib/contract/admin/install-app";
import { batchUpsertCheckRuns } from "@/lib/contract/hosting/batch-upsert-check-runs";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { createApp } from "@/lib/contract/hosting/create-app";
import { createRuleset } from "@/lib/contract/hosting/create-ruleset";
import { listNamespaceApps } from "@/lib/contract/hosting/list-namespace-apps";
import { listRulesets } from "@/lib/contract/hosting/list-rulesets";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { findNamespace } from "../hosting/access/namespace-access";
import { createAppOperation } from "../hosting/apps/create-app";
import { listNamespaceAppsOperation } from "../hosting/apps/list-namespace-apps";
import { batchUpsertCheckRunsOperation } from "../hosting/checks/batch-upsert-check-runs";
import { installAppOperation } from "../hosting/installations/install-app";
import { createRulesetOperation } from "../hosting/rulesets/create-ruleset";
import { listRulesetsOperation } from "../hosting/rulesets/list-rulesets";
import { type Act, actWith, type DemoContext } from "./act-as";
import { demoAddress } from "./demo-repository";
import { demoAppName, demoRuns, requiredRuns, suiteKey } from "./orders/demo-checks";
import type { DemoChecks } from "./orders/demo-pulls";

const rulesetName = "Releases";
const began = 20 * 60_000;

/** The app of the demo, made once. Nobody keeps its private key: only the demo itself speaks for it. */
async function demoApp(owner: Act): Promise<string> {
  const params = { namespaceSlug: demoAddress.ownerSlug };
  const { apps } = await owner(listNamespaceApps, listNamespaceAppsOperation, { params, query: { pageSize: "100" } });
  const there = apps.find(({ displayName }) => displayName === demoAppName);
  if (there) return there.id;
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }).toString();
  const description = "Reports the checks of the demo.";
  const body = { displayName: demoAppName, description, publicKey };
  return (await owner(createApp, createAppOperation, { params, body })).id;
}

/** What reports checks of the demo's pull requests. */
export async function demoReporter(context: DemoContext, owner: Act) {
  const appId = await demoApp(owner);
  const namespace = await findNamespace(context, demoAddress.ownerSlug);
  if (!namespace) throw new Error("the demo has no namespace");
  const scopes = ["repository:checks:write"];
  const admin = actWith(context, { kind: "admin", keyId: "demo", keyName: "demo", keyCreatedAt: context.clock.now() });
  const installation = await admin(installApp, installAppOperation, {
    params: { namespaceSlug: demoAddress.ownerSlug },
    body: { appId, scopes, repositories: [demoAddress.repoName] },
  });
  const act = actWith(context, {
    kind: "installation",
    installationId: installation.id,
    appId,
    namespaceId: namespace.id,
    selection: "selected",
    scopes: new Set(scopes),
  });

  return {
    /** Makes merging into releases need an approval and checks, unless there is such a ruleset already. */
    async guardReleases(): Promise<void> {
      const { rulesets } = await owner(listRulesets, listRulesetsOperation, { params: demoAddress });
      if (rulesets.some(({ name }) => name === rulesetName)) return;
      const requiredChecks = requiredRuns.map((run) => ({
        actorKind: "app",
        actorId: appId,
        groupKey: suiteKey,
        ...run,
      }));
      await owner(createRuleset, createRulesetOperation, {
        params: demoAddress,
        body: {
          name: rulesetName,
          description: "What goes into a release is reviewed and tested.",
          enforcement: "active",
          kind: "merge_branch",
          includedRefNames: ["release/*"],
          rules: [
            { ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 1 } },
            { ruleType: "require_status_checks", parameters: { requiredChecks } },
          ],
        },
      });
    },
    /** Posts what is not there yet and answers it; the same post again changes nothing. */
    async report(kind: DemoChecks, { createdAt, head: { sha: headSha } }: PullRequest): Promise<CheckRun[]> {
      const start = new Date(Date.parse(createdAt) - began);
      const { results } = await act(batchUpsertCheckRuns, batchUpsertCheckRunsOperation, {
        params: demoAddress,
        body: {
          headSha,
          checkSuite: { key: suiteKey, name: "CI", externalId: `ci-${headSha}` },
          checkRuns: demoRuns(kind, start).map((run) => ({
            ...run,
            externalId: `${run.key}-${headSha}`,
            externalUpdatedAt: String(run.completedAt ?? run.startedAt ?? start.toISOString()),
          })),
        },
      });
      return results.flatMap(({ checkRun, outcome }) => (outcome === "created" ? [checkRun] : []));
    },
  };
}
