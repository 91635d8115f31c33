import type { Repo } from "@/lib/contract/hosting/repo";
import { fetchAllPages } from "@/lib/model/hosting/fetch-all-pages";
import { hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import type { Acting } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { userNamespacePage } from "@/lib/server/upstream/user-namespaces";

/** Every hosted repository that a user can list. */
export function userRepositories(user: Acting["user"]): Promise<Repo[]> {
  const namespaces = fetchAllPages(async (pageToken) => {
    const page = await userNamespacePage(dashboardService(), user, { pageSize: "100", pageToken });
    return { items: page.namespaces, next: page.nextPageToken };
  });
  return hostedRepositories(callServiceAs(user), undefined, namespaces);
}
