import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AgentProgram } from "./agent-program";

export const listAgentPrograms = defineOperation({
  id: "listAgentPrograms",
  summary: "List the agent programs, their status, and the presets",
  method: "GET",
  path: "/admin/v1/agent-programs",
  response: z.looseObject({
    items: z.array(AgentProgram),
    presets: z.array(
      z.looseObject({
        id: z.string(),
        displayName: z.string(),
        package: z.string(),
        version: z.string(),
        /** Variables its key can be set in; one of them is enough. */
        keys: z.array(z.string()),
        keyOptional: z.boolean(),
        /** The program is installed on this machine. */
        found: z.boolean(),
      }),
    ),
    /** Names of the agents in `AGENTS`. */
    fixed: z.array(z.string()),
  }),
});
