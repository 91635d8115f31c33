import { createSignInLink } from "@/lib/contract/dashboard/users/create-sign-in-link";
import { systemClock } from "@/lib/core/clock";
import { linkLifetimeMs } from "@/lib/server/auth/link-token";
import { mintSignInLink, SignInLinkError } from "@/lib/server/auth/mint-link";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findUser } from "@/lib/server/db/users";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { userNotFound } from "./user-not-found";

export const createSignInLinkOperation = implementOperation(createSignInLink, async ({ params }) => {
  const store = await dashboardStore();
  const user = await findUser(store, params.id);
  if (!user) throw userNotFound();
  const { webUrl } = dashboardSettings();
  const expiresAt = new Date(systemClock.now() + linkLifetimeMs).toISOString();
  try {
    return { url: await mintSignInLink(store, { webUrl, clock: systemClock, email: user.email }), expiresAt };
  } catch (error) {
    if (!(error instanceof SignInLinkError)) throw error;
    throw new OperationError({ status: 409, code: "user_disabled", message: error.message });
  }
});
