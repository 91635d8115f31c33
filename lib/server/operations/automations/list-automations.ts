import { listAutomations } from "@/lib/contract/dashboard/automations/list-automations";
import { viewAutomations } from "@/lib/server/db/automation-views";
import { listAutomationRows } from "@/lib/server/db/automations";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { automationSource, automationViewer } from "./automation-access";

const pageSize = 100;

export const listAutomationsOperation = implementOperation(listAutomations, async ({ query, user }) => {
  const store = await dashboardStore();
  const rows = await listAutomationRows(store, automationSource(), { after: query.cursor, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    items: await viewAutomations(store, page, automationViewer(user)),
    ...(rows.length > pageSize && last ? { nextCursor: last.automation.name } : {}),
  };
});
