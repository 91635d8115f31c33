import { installAgentUpdate } from "@/lib/contract/admin/agent-programs/install-agent-update";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { findProgram, programBody } from "./program-rows";
import type { ProgramsContext } from "./programs-context";

const inProgress: ReadonlySet<string> = new Set(["installing", "testing"]);

export const installAgentUpdateOperation = implement(
  installAgentUpdate,
  async ({ params }, context: ProgramsContext) => {
    const row = await findProgram(context, params.name);
    const { name, version, availableVersion, status, update } = programBody(context, row);
    if (availableVersion === null) {
      const reason = row.preset === null ? "Update its program, then test the agent" : `It already uses ${version}`;
      throw apiError.agents(409, "agent_update_unavailable", `No update for agent ${name}. ${reason}`);
    }
    if (inProgress.has(status) || inProgress.has(update?.status ?? "")) {
      const message = `Agent ${name} is being tested or updated. Wait until it finishes`;
      throw apiError.agents(409, "agent_program_busy", message);
    }
    return programBody(context, await context.programChecks.update(row, availableVersion));
  },
);
