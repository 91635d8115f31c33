import { pauseAutomation } from "@/lib/contract/dashboard/automations/pause-automation";
import { ownerProblem, setPaused } from "@/lib/server/db/automations";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { requireOwnAutomation } from "./automation-access";

export const pauseAutomationOperation = implementOperation(
  pauseAutomation,
  async ({ params: { id }, body: { paused }, user, note }) => {
    const { store, found } = await requireOwnAutomation(id, user);
    note({ paused });
    if (!paused && ownerProblem(found.owner)) {
      const message = "The owner can't launch agents. Edit and save the automation to become its owner.";
      throw new OperationError({ status: 409, code: "owner_unavailable", message });
    }
    await setPaused(store, id, paused, new Date(dashboardService().clock.now()));
    return { id };
  },
);
