import type { Role } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { addIdentity, findUserByIdentity, type Identity } from "@/lib/server/db/identities";
import type { Store } from "@/lib/server/db/store";
import { addUser, findUserByEmail, type UserRow } from "@/lib/server/db/users";

/** An account at an identity provider, as returned after sign-in. */
export interface Account extends Identity {
  email: string | undefined;
  /** Whether the provider verified the email. */
  emailVerified: boolean;
  displayName: string | undefined;
}

export interface AdmissionPolicy {
  /** Lowercase domains whose users can sign in without an invitation. */
  domains: readonly string[];
  /** The role they get. */
  role: Role;
}

export type AdmissionDenial = "disabled" | "email_unverified" | "not_invited" | "other_account";
export type Admission = { user: UserRow } | { reason: AdmissionDenial };

/**
 * Finds the user an account belongs to. The first sign-in matches by verified email: an invited user, or a new
 * user from an allowed domain. After that the account itself identifies the user, so a reassigned address grants no
 * access.
 */
export async function admit(
  store: Store,
  account: Account,
  options: { policy: AdmissionPolicy; clock: Clock; ids: Pick<Ids, "uuid"> },
): Promise<Admission> {
  const known = await findUserByIdentity(store, account);
  if (known) return known.disabledAt ? { reason: "disabled" } : { user: known };

  const email = account.email?.trim().toLowerCase();
  if (!email || !account.emailVerified) return { reason: "email_unverified" };
  const now = new Date(options.clock.now());
  const invited = await findUserByEmail(store, email);
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!invited && !options.policy.domains.includes(domain)) return { reason: "not_invited" };
  const user =
    invited ??
    (await addUser(store, {
      id: options.ids.uuid(),
      email,
      displayName: account.displayName?.trim() || email,
      role: options.policy.role,
      createdAt: now,
    }));
  if (user.disabledAt) return { reason: "disabled" };
  if (await addIdentity(store, account, user.id, now)) return { user };
  // A concurrent sign-in of the same account may have created the user.
  const joined = await findUserByIdentity(store, account);
  return joined?.id === user.id ? { user } : { reason: "other_account" };
}
