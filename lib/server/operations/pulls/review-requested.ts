import { listGroups } from "@/lib/contract/admin/grants/list-groups";
import type { RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { RequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import type { ResponseOf } from "@/lib/contract/operation";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { callService } from "@/lib/server/upstream/call-service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

type Groups = ResponseOf<typeof listGroups>["groups"];
/** Whether a review of a pull request is requested from a user, or from a group of theirs. */
export type ReviewRequested = (repository: RepositoryPull["repository"], pullNumber: string) => Promise<boolean>;

const groupsMs = 60_000;

declare global {
  interface Dashboard {
    /** The team's groups, as read at a time. */
    teamGroups?: { at: number; groups: Promise<Groups> } | undefined;
  }
}

/** The team's groups and their members, read again after a minute. Only the embedded service reports them. */
async function teamGroups(): Promise<Groups> {
  if (dashboardSettings().serviceUrl !== undefined) return [];
  const now = dashboardService().clock.now();
  if (!dashboard.teamGroups || now - dashboard.teamGroups.at >= groupsMs) {
    const groups = callService(listGroups, { params: { teamId: "_" } }).then((response) => response.groups);
    dashboard.teamGroups = { at: now, groups };
    groups.catch(() => {
      dashboard.teamGroups = undefined;
    });
  }
  return dashboard.teamGroups.groups;
}

/** Whether a review is requested from the user with that email address. */
export function createReviewRequested(
  email: string,
  read: (...pull: Parameters<ReviewRequested>) => Promise<RequestedReviewers>,
  readGroups: () => Promise<Groups> = teamGroups,
): ReviewRequested {
  const isOwn = (address: string | undefined) => address?.toLowerCase() === email.toLowerCase();
  return async (repository, pullNumber) => {
    const { users, groups } = await read(repository, pullNumber);
    if (users.some((user) => isOwn(user.email))) return true;
    if (groups.length === 0) return false;
    const known = await readGroups();
    return groups.some(({ id }) => known.some((group) => group.id === id && group.members.some(isOwn)));
  };
}
