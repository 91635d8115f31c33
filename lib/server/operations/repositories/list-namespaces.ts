import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { userNamespacePage } from "@/lib/server/upstream/user-namespaces";

/** Replaces the service's operation: a user's token covers one namespace, so no single token can be used to forward the call. */
export const listUserNamespacesOperation = implementOperation(listNamespaces, ({ query, user }) =>
  userNamespacePage(dashboardService(), user, { ...query, pageSize: String(query.pageSize) }),
);
