import { runAutomation } from "@/lib/contract/dashboard/automations/run-automation";
import { FiringEvent } from "@/lib/model/automations/event-values";
import { pullKeyOf } from "@/lib/server/db/automation-origin";
import { lockAutomation, ownerProblem } from "@/lib/server/db/automations";
import { recordFiring } from "@/lib/server/db/record-firing";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { requireOwnAutomation } from "./automation-access";

const conflict = (code: string, message: string) => new OperationError({ status: 409, code, message });

export const runAutomationOperation = implementOperation(runAutomation, async ({ params: { id }, user }) => {
  const { store, found } = await requireOwnAutomation(id, user);
  if (ownerProblem(found.owner))
    throw conflict(
      "owner_unavailable",
      "The owner can't launch agents. Edit and save the automation to become its owner.",
    );
  const { clock, ids } = dashboardService();
  const firingId = ids.uuid();
  const now = new Date(clock.now());
  const recorded = await store.database.transaction(async (tx) => {
    const automation = await lockAutomation(tx, id);
    if (!automation) return undefined;
    const { trigger, lastEvent } = automation;
    if (trigger.kind !== "schedule" && lastEvent === null)
      throw conflict("no_event", "Nothing has triggered the automation yet. Run it after its first event.");
    const event = lastEvent === null ? undefined : FiringEvent.parse(JSON.parse(lastEvent));
    return recordFiring(tx, automation, {
      id: firingId,
      key: `manual:${firingId}`,
      kind: "manual",
      dueAt: now,
      now,
      userId: user.id,
      event,
      ...(event?.pull ? { pull: pullKeyOf(event.pull) } : {}),
    });
  });
  if (recorded?.result !== "recorded") throw new Error("the run was not recorded");
  return { number: recorded.number };
});
