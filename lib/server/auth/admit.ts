import type { Role } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { addIdentity, findPersonByIdentity, type Identity } from "@/lib/server/db/identities";
import { addPerson, findPersonByEmail, type PersonRow } from "@/lib/server/db/people";
import type { Store } from "@/lib/server/db/store";

/** What an identity provider reports about a user. */
export interface Account extends Identity {
  email: string | undefined;
  /** The provider vouches that the address is theirs. */
  emailVerified: boolean;
  displayName: string | undefined;
}

export interface AdmissionPolicy {
  /** Domains, in lower case, whose users are admitted without an invitation. */
  domains: readonly string[];
  /** What they are then. */
  role: Role;
}

export type AdmissionRefusal = "disabled" | "email_unverified" | "not_invited" | "other_account";
export type Admission = { person: PersonRow } | { refusal: AdmissionRefusal };

/**
 * Finds the person an account belongs to. The first time, the verified e-mail address decides: a person an admin added, or
 * a new user of an allowed domain. After that, only the account counts, so a reassigned address
 * gives no access.
 */
export async function admit(
  store: Store,
  account: Account,
  given: { policy: AdmissionPolicy; clock: Clock; ids: Pick<Ids, "uuid"> },
): Promise<Admission> {
  const known = await findPersonByIdentity(store, account);
  if (known) return known.disabledAt ? { refusal: "disabled" } : { person: known };

  const email = account.email?.trim().toLowerCase();
  if (!email || !account.emailVerified) return { refusal: "email_unverified" };
  const now = new Date(given.clock.now());
  const invited = await findPersonByEmail(store, email);
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!invited && !given.policy.domains.includes(domain)) return { refusal: "not_invited" };
  const person =
    invited ??
    (await addPerson(store, {
      id: given.ids.uuid(),
      email,
      displayName: account.displayName?.trim() || email,
      role: given.policy.role,
      createdAt: now,
    }));
  if (person.disabledAt) return { refusal: "disabled" };
  if (await addIdentity(store, account, person.id, now)) return { person };
  // Another sign-in of the same account may have been quicker.
  const joined = await findPersonByIdentity(store, account);
  return joined?.id === person.id ? { person } : { refusal: "other_account" };
}
