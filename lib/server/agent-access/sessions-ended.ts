import "server-only";
import { endMemberPreviews } from "@/lib/contract/admin/users/end-member-previews";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import { callPath } from "@/lib/contract/client-path";
import { forgetSessions } from "@/lib/server/auth/session";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/**
 * Call after sessions of a user ended or their access changed: cached reads see it at once, and the user's port previews end.
 * Previews opened in their other sessions end, too, and can be opened again.
 */
export async function sessionsEnded({ id, email }: { id: string; email: string }): Promise<void> {
  forgetSessions();
  const service = dashboardService();
  if (service.credentials.actsForUsers?.(openPortPreview) !== true) return;
  try {
    await callWith(service, endMemberPreviews, { path: callPath(endMemberPreviews, { teamId: "_", email }) });
  } catch (error) {
    // Someone who never used an agent isn't a member of the service's team.
    if (error instanceof UpstreamError && error.status === 404) return;
    dashboardLog().warn({ err: error, userId: id }, "couldn't end a user's port previews, which end within an hour");
  }
}
