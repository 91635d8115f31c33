import { z } from "zod";

const text = z.string().default("");
const row = z.string().min(1);

/** The name of a secret; its value is never part of these fields. */
const SecretName = z.object({ id: row, name: text });

/** A prompt image in the form. */
export const AttachedImage = z.object({
  id: row,
  /** A link, or a file whose bytes the browser keeps under `id`. */
  source: z.enum(["link", "file"]),
  url: text,
  fileName: text,
  mimeType: text,
  size: z.number().nonnegative().default(0),
});

const Repository = z.object({
  id: row,
  url: text,
  from: z.enum(["reference", "pull"]).default("reference"),
  startingRef: text,
  prUrl: text,
});

const McpServer = z.object({
  id: row,
  name: text,
  type: z.enum(["http", "sse", "stdio"]).default("http"),
  url: text,
  access: z.enum(["none", "headers", "oauth"]).default("none"),
  headers: z.array(SecretName).default([]),
  clientId: text,
  scopes: text,
  command: text,
  /** One argument per line. */
  args: text,
  env: z.array(SecretName).default([]),
});

const Subagent = z.object({ id: row, name: text, description: text, prompt: text, model: text });

/** What a launch of several agents varies. */
const BatchFields = z.object({
  /** Models in addition to the form's own; one agent for each. */
  models: z.array(row).default([]),
  /** 0 while the field is empty. */
  attempts: z.number().default(1),
  /** One agent for each repository. */
  perRepository: z.boolean().default(false),
});
export type BatchFields = z.infer<typeof BatchFields>;

/**
 * The launch form's fields as typed; empty means omitted. Each row has an id. Secret values (variables, headers) are
 * stored separately so drafts and templates can't contain them.
 */
export const LaunchFields = z.object({
  prompt: text,
  images: z.array(AttachedImage).default([]),
  model: text,
  /** Parameter id → value. */
  params: z.record(z.string(), z.string()).default({}),
  repositories: z.array(Repository).default([]),
  target: z.enum(["default", "cloud", "pool", "machine"]).default("default"),
  targetName: text,
  workOnCurrentBranch: z.boolean().default(false),
  autoCreatePR: z.boolean().default(false),
  skipReviewerRequest: z.boolean().default(false),
  mode: z.enum(["agent", "plan"]).default("agent"),
  name: text,
  variables: z.array(SecretName).default([]),
  /** Ids of the saved variables that were chosen. */
  savedVariables: z.array(row).default([]),
  mcpServers: z.array(McpServer).default([]),
  subagents: z.array(Subagent).default([]),
  /** Absent: the form launches one agent. */
  batch: BatchFields.optional(),
});
export type LaunchFields = z.infer<typeof LaunchFields>;
export type AttachedImage = z.infer<typeof AttachedImage>;
export type LaunchRepository = z.infer<typeof Repository>;
export type LaunchMcpServer = z.infer<typeof McpServer>;
export type LaunchSubagent = z.infer<typeof Subagent>;
export type SecretName = z.infer<typeof SecretName>;
