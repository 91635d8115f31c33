import { listRepositories } from "@/lib/contract/agents/list-repositories";
import { hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { listsForUsers } from "@/lib/server/upstream/user-namespaces";
import { userRepositories } from "./user-repositories";

/** Replaces the service's operation, which is called with the dashboard's key: omits repositories the user can't list. */
export const listUserRepositoriesOperation = implementOperation(listRepositories, async ({ person }) => {
  const listed = await callService(listRepositories, { params: {} });
  if (!listsForUsers(dashboardService())) return listed;
  const [all, visible] = await Promise.all([hostedRepositories(callService), userRepositories(person)]);
  const ids = new Set(visible.map(({ id }) => id));
  const withoutSuffix = (url: string) => url.replace(/\.git$/, "").toLowerCase();
  const hidden = new Set(all.filter(({ id }) => !ids.has(id)).map(({ cloneUrl }) => withoutSuffix(cloneUrl)));
  return { ...listed, items: listed.items.filter(({ url }) => !hidden.has(withoutSuffix(url))) };
});
