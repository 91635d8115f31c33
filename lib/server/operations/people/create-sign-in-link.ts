import { createSignInLink } from "@/lib/contract/dashboard/people/create-sign-in-link";
import { systemClock } from "@/lib/core/clock";
import { linkLifetimeMs } from "@/lib/server/auth/link-token";
import { mintSignInLink, SignInLinkError } from "@/lib/server/auth/mint-link";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findPerson } from "@/lib/server/db/people";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { personNotFound } from "./person-not-found";

export const createSignInLinkOperation = implementOperation(createSignInLink, async ({ params }) => {
  const store = await dashboardStore();
  const person = await findPerson(store, params.id);
  if (!person) throw personNotFound();
  const { webUrl } = dashboardSettings();
  const expiresAt = new Date(systemClock.now() + linkLifetimeMs).toISOString();
  try {
    return { url: await mintSignInLink(store, { webUrl, clock: systemClock, email: person.email }), expiresAt };
  } catch (error) {
    if (!(error instanceof SignInLinkError)) throw error;
    throw new OperationError({ status: 409, code: "person_disabled", message: error.message });
  }
});
