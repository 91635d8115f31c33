import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";
import { McpServers } from "./mcp-server";
import { Mode, Prompt, promptBodyBytes } from "./prompt";
import { Run } from "./run";

export const CreateRunBody = z.object({
  prompt: Prompt,
  mcpServers: McpServers.optional(),
  mode: Mode.optional(),
});
export type CreateRunBody = z.output<typeof CreateRunBody>;

export const createRun = defineOperation({
  id: "createRun",
  summary: "Send a follow-up prompt to an agent",
  method: "POST",
  path: "/v1/agents/{id}/runs",
  pathParams: AgentPath,
  bodyBytes: promptBodyBytes,
  body: CreateRunBody,
  response: z.looseObject({ run: Run }),
  success: 201,
  startsRun: true,
});
