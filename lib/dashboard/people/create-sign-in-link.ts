import { linkLifetimeMs } from "@/lib/auth/link-token";
import { mintSignInLink, NoLinkError } from "@/lib/auth/mint-link";
import { systemClock } from "@/lib/clock/clock";
import { createSignInLink } from "@/lib/contract/dashboard/create-sign-in-link";
import { dashboardStore } from "@/lib/store/dashboard-store";
import { findPerson } from "@/lib/store/people";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";
import { answerWith, OwnRefusal } from "@/lib/upstream/own-operation";
import { noSuchPerson } from "./no-such-person";

export const createSignInLinkOperation = answerWith(createSignInLink, async ({ params }) => {
  const store = await dashboardStore();
  const person = await findPerson(store, params.id);
  if (!person) throw noSuchPerson();
  const { webUrl } = dashboardSettings();
  const expiresAt = new Date(systemClock.now() + linkLifetimeMs).toISOString();
  try {
    return { url: await mintSignInLink(store, { webUrl, clock: systemClock, email: person.email }), expiresAt };
  } catch (error) {
    if (!(error instanceof NoLinkError)) throw error;
    throw new OwnRefusal({ status: 409, code: "person_disabled", message: error.message });
  }
});
