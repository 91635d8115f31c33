import { eq } from "drizzle-orm";
import { endMemberPreviews } from "@/lib/contract/admin/users/end-member-previews";
import { findAccount } from "../account/account";
import { implement } from "../core/http/implement";
import { users } from "../core/store/tables/users";
import { requireTeamUser } from "./team-user-row";

/** For clients whose sessions end before the member's credentials do, like the dashboard's. */
export const endMemberPreviewsOperation = implement(endMemberPreviews, async ({ params }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  const { id, email } = await requireTeamUser(context, teamId, params.email);
  await context.db.update(users).set({ previewsEndedAt: context.clock.now() }).where(eq(users.id, id));
  return { email };
});
