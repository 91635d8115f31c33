import { z } from "zod";
import { atMostCharacters } from "../at-most-characters";
import { defineOperation } from "../define-operation";
import { Agent, agentId } from "./agent";
import { McpServers } from "./mcp-server";
import { ModelSelection } from "./model";
import { Mode, Prompt, promptBodyBytes } from "./prompt";
import { Run } from "./run";
import { CustomSubagents } from "./subagent";

const gitUrl = z.string("is required").refine((value) => {
  try {
    const url = new URL(value);
    return (url.protocol === "https:" || url.protocol === "http:") && !url.username && !url.password;
  } catch {
    return false;
  }
}, "must be an http or https repository URL without credentials");

export const Repo = z.object({
  url: gitUrl,
  startingRef: z.string().min(1, "must not be empty").optional(),
  prUrl: z.url("must be a pull request URL").optional(),
});

const Env = z.object({
  type: z.enum(["cloud", "pool", "machine"], "must be cloud, pool or machine"),
  name: z.string().min(1, "must not be empty").optional(),
});

const bytes = (text: string) => new TextEncoder().encode(text).length;

const maxVariables = 50;

const EnvVars = z
  .record(z.string(), z.string())
  .refine((variables) => Object.keys(variables).length <= maxVariables, {
    error: `must contain at most ${maxVariables} variables`,
    params: { maxProperties: maxVariables, description: "Names have 1 to 255 bytes, values 1 to 4,096" },
  })
  .superRefine((variables, context) => {
    const addIssue = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    for (const [name, value] of Object.entries(variables)) {
      if (name === "" || bytes(name) > 255) addIssue(name, "names must be 1 to 255 bytes");
      else if (/[=\0]/.test(name)) addIssue(name, "names must not contain = or NUL");
      if (value === "" || bytes(value) > 4096) addIssue(name, "values must be 1 to 4096 bytes");
      else if (value.includes("\0")) addIssue(name, "values must not contain NUL");
    }
  });

export const CreateAgentBody = z
  .object({
    prompt: Prompt,
    model: ModelSelection.optional(),
    name: z
      .string()
      .min(1, "must not be empty")
      .refine(...atMostCharacters(100))
      .optional(),
    env: Env.optional(),
    repos: z.array(Repo).max(20, "must contain at most 20 repositories").optional(),
    workOnCurrentBranch: z.boolean().default(false),
    autoCreatePR: z.boolean().default(false),
    skipReviewerRequest: z.boolean().default(false),
    envVars: EnvVars.optional(),
    mcpServers: McpServers.optional(),
    customSubagents: CustomSubagents.optional(),
    mode: Mode.default("agent"),
    agentId: agentId.optional(),
  })
  .superRefine((body, context) => {
    if (body.agentId !== undefined && body.envVars !== undefined) {
      context.addIssue({ code: "custom", path: ["agentId"], message: "cannot be combined with envVars" });
    }
    if (body.env?.type === "cloud" && body.env.name !== undefined && body.repos !== undefined) {
      context.addIssue({ code: "custom", path: ["repos"], message: "cannot be combined with a named environment" });
    }
  });
export type CreateAgentBody = z.output<typeof CreateAgentBody>;
export type CreateAgentInput = z.input<typeof CreateAgentBody>;

export const createAgent = defineOperation({
  id: "createAgent",
  summary: "Create an agent and enqueue its initial run",
  method: "POST",
  path: "/v1/agents",
  bodyBytes: promptBodyBytes,
  body: CreateAgentBody,
  response: z.looseObject({ agent: Agent, run: Run }),
  success: 201,
  startsRun: true,
});
