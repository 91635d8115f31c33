import { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import { maxBatchAgents } from "@/lib/contract/dashboard/batches/batch";
import type { LaunchFields, LaunchMcpServer, SecretName } from "@/lib/contract/dashboard/launch-fields";
import { formBatch } from "@/lib/model/batches/form-batch";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { chosenParams, toCreateBody } from "./launch-body";

/** Messages by control name. `form` holds messages that belong to no control. */
export type Problems = Readonly<Record<string, string>>;

interface ProblemContext {
  secretOf: (key: string) => string;
  /** True when the bytes of an attached image are stored. */
  hasImage: (id: string) => boolean;
  /** The reserved prefix of variable names, for example `SVC_`. */
  reservedPrefix: string;
}

const rowIdByName = (rows: readonly SecretName[], name: string) => rows.find((row) => row.name.trim() === name)?.id;

/** The control for a path in the request body. Controls in rows use the row's id, which doesn't change when rows are removed. */
export function controlForPath(path: readonly string[], fields: LaunchFields): string {
  if (path[0] === "launch") return controlForPath(path.slice(1), fields);
  const [first, second = "", third = ""] = path;
  switch (first) {
    case "prompt":
      if (second !== "images") return "prompt";
      return fields.images[Number(third || Number.NaN)]?.id ?? "images";
    case "model":
      if (second !== "params") return "model";
      return `param.${chosenParams(fields)[Number(third || Number.NaN)]?.id ?? ""}`;
    case "repos": {
      const row = filledRepositories(fields)[Number(second || Number.NaN)];
      if (!row) return "repositories";
      return `${row.id}.${third === "startingRef" || third === "prUrl" ? third : "url"}`;
    }
    case "env":
      return second === "type" ? "target" : "targetName";
    case "attempts":
    case "models":
    case "perRepository":
      return "batch";
    case "envVars":
      return rowIdByName(fields.variables, path.slice(1).join(".")) ?? "variables";
    case "mcpServers": {
      const server = fields.mcpServers[Number(second || Number.NaN)];
      return server ? serverControl(server, path.slice(2)) : "mcpServers";
    }
    case "customSubagents": {
      const row = fields.subagents[Number(second || Number.NaN)];
      if (!row) return "subagents";
      return `${row.id}.${["description", "prompt", "model"].includes(third) ? third : "name"}`;
    }
    case "name":
    case "mode":
    case "workOnCurrentBranch":
    case "autoCreatePR":
    case "skipReviewerRequest":
      return first;
    default:
      return "form";
  }
}

function serverControl(server: LaunchMcpServer, [field = "", ...rest]: readonly string[]): string {
  if (field === "headers") return rowIdByName(server.headers, rest.join(".")) ?? `${server.id}.headers`;
  if (field === "env") return rowIdByName(server.env, rest.join(".")) ?? `${server.id}.env`;
  if (field === "auth") {
    return `${server.id}.${rest[0] === "CLIENT_SECRET" ? "clientSecret" : rest[0] === "scopes" ? "scopes" : "clientId"}`;
  }
  return `${server.id}.${["type", "url", "command", "args"].includes(field) ? field : "name"}`;
}

/** Problems of the form by control; empty when it is valid. */
export function validateLaunch(fields: LaunchFields, context: ProblemContext): Problems {
  const problems: Record<string, string> = {};
  const parsed = CreateAgentBody.safeParse(
    // Images were validated when they were attached; validating up to 15 MB of base64 on each key press is too slow.
    toCreateBody(fields, { secretOf: context.secretOf, dataOf: () => "AAAA" }),
  );
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems[controlForPath(path.map(String), fields)] ??= message;
  }
  for (const { id, source } of fields.images) {
    if (source === "file" && !context.hasImage(id)) problems[id] = "no longer available; attach it again";
  }
  const lists = [fields.variables, ...fields.mcpServers.flatMap(({ headers, env }) => [headers, env])];
  for (const rows of lists) {
    const seen = new Set<string>();
    for (const row of rows) {
      const name = row.name.trim();
      if (name === "") problems[row.id] = "name is required";
      else if (seen.has(name)) problems[row.id] = `duplicate name "${name}"`;
      else if (context.secretOf(row.id) === "")
        problems[row.id] = "value is required; values aren't saved across reloads";
      seen.add(name);
    }
  }
  for (const { id, name } of fields.variables) {
    if (context.reservedPrefix && name.trim().startsWith(context.reservedPrefix)) {
      problems[id] = `names can't start with ${context.reservedPrefix}`;
    }
  }
  const batch = batchProblem(fields);
  if (batch) problems.batch = batch;
  return problems;
}

/** Why the form's batch can't be launched. */
function batchProblem(fields: LaunchFields): string | undefined {
  if (!fields.batch) return undefined;
  const { count, attempts } = formBatch(fields);
  if (attempts < 1) return `attempts must be 1 to ${maxBatchAgents}`;
  if (count > maxBatchAgents) return `a batch can have at most ${maxBatchAgents} agents, not ${count}`;
  return count < 2 ? "choose more attempts, models, or repositories, or turn off the batch" : undefined;
}

/** A service error keyed by the control for its field, without the field path that prefixes the message. */
export function serverProblems(fields: LaunchFields, path: string | undefined, message: string): Problems {
  const control = path === undefined ? "form" : controlForPath(path.split("."), fields);
  const prefix = `${path}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return { [control]: control === "form" ? message : text };
}
