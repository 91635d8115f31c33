import { createSignInLink } from "@/lib/contract/dashboard/create-sign-in-link";
import { systemClock } from "@/lib/core/clock";
import { linkLifetimeMs } from "@/lib/server/auth/link-token";
import { mintSignInLink, NoLinkError } from "@/lib/server/auth/mint-link";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findPerson } from "@/lib/server/db/people";
import { implementInDashboard, RefusedError } from "@/lib/server/gateway/dashboard-operation";
import { noSuchPerson } from "./person-not-found";

export const createSignInLinkOperation = implementInDashboard(createSignInLink, async ({ params }) => {
  const store = await dashboardStore();
  const person = await findPerson(store, params.id);
  if (!person) throw noSuchPerson();
  const { webUrl } = dashboardSettings();
  const expiresAt = new Date(systemClock.now() + linkLifetimeMs).toISOString();
  try {
    return { url: await mintSignInLink(store, { webUrl, clock: systemClock, email: person.email }), expiresAt };
  } catch (error) {
    if (!(error instanceof NoLinkError)) throw error;
    throw new RefusedError({ status: 409, code: "person_disabled", message: error.message });
  }
});
