import { listAutomationFirings } from "@/lib/contract/dashboard/automations/list-automation-firings";
import { listFirings } from "@/lib/server/db/automation-views";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { requireAutomation } from "./automation-access";

const pageSize = 50;

export const listAutomationFiringsOperation = implementOperation(
  listAutomationFirings,
  async ({ params: { id }, query: { cursor } }) => {
    const { store } = await requireAutomation(id);
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await listFirings(store, id, { before, limit: pageSize + 1, now: dashboardService().clock.now() });
    const items = found.slice(0, pageSize);
    const last = items.at(-1);
    return { items, ...(found.length > pageSize && last ? { nextCursor: String(last.number) } : {}) };
  },
);
