import { z } from "zod";
import { maxImageBytes, maxImages, maxPromptCharacters } from "@/lib/contract/agents/prompt";
import { maxCommitBytes, maxFileBytes, maxFileChanges } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { ruleParameters } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import { describe } from "@/lib/contract/openapi/describe";
import type { JsonSchema } from "@/lib/contract/openapi/description";
import { jsonSchema } from "@/lib/contract/openapi/json-schema";
import { table } from "@/lib/contract/tables/service-table.generated";
import { attemptDeadlineMs } from "@/lib/core/http/post-webhook";
import { counted } from "@/lib/model/plural";
import { artifactLinkLifetimeMs } from "../../artifacts/artifact-links";
import { sessionTokenLifetimeMs } from "../../claims/session-token";
import { maxSigningKeys } from "../../hosting/apps/add-app-signing-key";
import { appJwtSkewSeconds, maxAppJwtLifetimeSeconds } from "../../hosting/apps/app-jwt";
import { maxAnnotations } from "../../hosting/checks/append-annotations";
import { maxCheckDeadlineMs, maxCheckSkewMs } from "../../hosting/checks/write-check-runs";
import { maxContentBytes } from "../../hosting/contents/content-body";
import { tarballLinkLifetimeMs } from "../../hosting/contents/tarball-links";
import { maxBlobBytes } from "../../hosting/git-data/get-blob";
import { installationTokenLifetimeMs } from "../../hosting/installations/installation-token";
import { receiptLifetimeSeconds } from "../../hosting/installations/receipt";
import { maxLabels } from "../../hosting/labels/label-limit";
import { maxRulesets } from "../../hosting/rulesets/create-ruleset";
import { deliveryRetentionMs } from "../../hosting/webhooks/sweep-webhooks";
import { queueCursorLifetimeMs } from "../../queue/queue-cursors";
import { queueHeartbeatMs } from "../../queue/watch-pending-requests";
import { runHeartbeatMs } from "../../runs/stream-run";
import { workerTokenLifetimeMs } from "../../sub-tokens/create-sub-token";

const { schemas } = describe(table, { serviceUrl: "", serviceName: "svc", version: "1" }).components;

/** The schema at a dotted path in an operation's request: `[]` for the items of a list. */
function inRequest(id: string, path: string): JsonSchema {
  return path.split(".").reduce<JsonSchema>((at, name) => {
    const next = name === "[]" ? at.items : at.properties?.[name];
    if (typeof next !== "object" || Array.isArray(next)) throw new Error(`${id}: ${path} not found`);
    return next;
  }, schemas[`${id}Request`] ?? {});
}

const number = (value: unknown) => z.number().parse(value).toLocaleString("en");
const items = (id: string, path: string) => number(inRequest(id, path).maxItems);
const characters = (id: string, path: string) => `${number(inRequest(id, path).maxLength)} characters`;
const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
const checks = jsonSchema(ruleParameters.require_status_checks, "output").properties?.requiredChecks;

/** Characters that the pattern of repository names allows. */
function repositoryNameLength(): string {
  const { pattern = "" } = inRequest("createRepo", "name");
  const [, rest = ""] = /\{0,(\d+)\}\$$/.exec(pattern) ?? [];
  return `${number(1 + Number(rest))} characters`;
}

/** The rows of the guide's table of limits. */
export const documentedLimits: Readonly<Record<string, string>> = {
  "Prompt text": `${number(maxPromptCharacters)} characters`,
  "Images of a prompt": number(maxImages),
  Image: mebibytes(maxImageBytes),
  "Agent name": characters("createAgent", "name"),
  "Repositories of an agent": items("createAgent", "repos"),
  "Session variables (`envVars`)": number(inRequest("createAgent", "envVars").maxProperties),
  "MCP servers of an agent or run": items("createRun", "mcpServers"),
  "Custom subagents": items("createAgent", "customSubagents"),
  "Repository name": repositoryNameLength(),
  "Pull request title": characters("createPullRequest", "title"),
  "Pull request body": characters("createPullRequest", "body"),
  Comment: characters("createPullRequestComment", "body"),
  "Label name": characters("createLabel", "name"),
  "Label description": characters("createLabel", "description"),
  "Labels of a pull request": number(maxLabels),
  "App name": characters("createApp", "displayName"),
  "Signing keys of an app": number(maxSigningKeys),
  "URL of an app": characters("createApp", "webhookUrl"),
  "Repositories of a token": items("createInstallationAccessToken", "repositoryIds"),
  "Deliveries of a redelivery":
    /1 to (\d+) different/.exec(inRequest("batchRedeliverWebhookDeliveries", "deliveryIds").description ?? "")?.[1] ??
    "",
  "Check key, name or external id": characters("postCheckRun", "checkRun.externalId"),
  "Check output title": characters("postCheckRun", "checkRun.output.title"),
  "Check output summary or text": `${number(inRequest("postCheckRun", "checkRun.output.text").maxLength)} bytes`,
  "Check runs of a batch": items("batchUpsertCheckRuns", "checkRuns"),
  "Annotations of a request": items("createCheckRunAnnotations", "annotations"),
  "Annotations of a check run": number(maxAnnotations),
  "Rulesets of a repository": number(maxRulesets),
  "Patterns of a ruleset's list": items("createRuleset", "includedRefNames"),
  "Rules of a ruleset": items("createRuleset", "rules"),
  "Bypass actors of a ruleset": items("createRuleset", "bypassActors"),
  "Required checks of a rule": number(typeof checks === "object" ? checks.maxItems : undefined),
  "File in Get Contents": mebibytes(maxContentBytes),
  "File in Get Blob": mebibytes(maxBlobBytes),
  "Changes of a commit from files": number(maxFileChanges),
  "File of a commit from files": mebibytes(maxFileBytes),
  "Files of a commit from files": mebibytes(maxCommitBytes),
};

const units = [
  [24 * 3_600_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;

/** A duration in the largest unit of which it is a multiple. */
function duration(ms: number): string {
  const [size, unit] = units.find(([each]) => ms % each === 0 && ms >= each) ?? [1, "millisecond"];
  return counted(ms / size, unit);
}

/** The rows of the guide's table of times. */
export const documentedTimes: Readonly<Record<string, string>> = {
  "Heartbeat of a run's stream": duration(runHeartbeatMs),
  "Heartbeat of the queue watch": duration(queueHeartbeatMs),
  "Cursor of the queue watch": duration(queueCursorLifetimeMs),
  "Worker token": duration(workerTokenLifetimeMs),
  "Session token": duration(sessionTokenLifetimeMs),
  "Artifact link": duration(artifactLinkLifetimeMs),
  "Archive link": duration(tarballLinkLifetimeMs),
  "App JWT": duration(maxAppJwtLifetimeSeconds * 1_000),
  "Clock tolerance of app JWTs": duration(appJwtSkewSeconds * 1_000),
  "Installation token": duration(installationTokenLifetimeMs),
  "Installation receipt": duration(receiptLifetimeSeconds * 1_000),
  "Webhook attempt": duration(attemptDeadlineMs),
  "Webhook deliveries are kept": duration(deliveryRetentionMs),
  "Check timestamps in the future": duration(maxCheckSkewMs),
  "Deadline of a check run": duration(maxCheckDeadlineMs),
};
