import "server-only";
import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { firstUserEmail } from "@/lib/core/settings/keys";
import { paths } from "@/lib/model/paths";
import { addLink, removeLinksExpiredBefore } from "@/lib/server/db/sign-in-links";
import type { Store } from "@/lib/server/db/store";
import { addUser, findFirstAdmin, findUserByEmail, hasUsers, type UserRow } from "@/lib/server/db/users";
import { hashLinkToken, linkLifetimeMs, newLinkToken } from "./link-token";

const firstUser = { email: firstUserEmail, displayName: "Admin", role: "admin" } as const;
/** Used links are kept this long so they can be reported as used or expired instead of unknown. */
const retentionMs = 7 * 24 * 60 * 60_000;

/** A sign-in link couldn't be created; the message says why. */
export class SignInLinkError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SignInLinkError";
  }
}

/**
 * Creates a one-time sign-in link, by default for the first admin, who is created when there are no users yet.
 * Returns its absolute URL. Throws {@link SignInLinkError}.
 */
export async function mintSignInLink(
  store: Store,
  options: { webUrl: string; clock: Clock; email?: string },
): Promise<string> {
  const now = options.clock.now();
  const user = await findLinkRecipient(store, options.email, new Date(now));
  const token = newLinkToken();
  await removeLinksExpiredBefore(store, new Date(now - retentionMs));
  await addLink(store, {
    tokenHash: hashLinkToken(token),
    userId: user.id,
    expiresAt: new Date(now + linkLifetimeMs),
  });
  return `${options.webUrl}${paths.signIn()}?token=${token}`;
}

/** The user of a link: by default the first admin, who is created when there are no users yet. Throws {@link SignInLinkError}. */
export async function findLinkRecipient(store: Store, email: string | undefined, now: Date): Promise<UserRow> {
  if (!(await hasUsers(store))) await addUser(store, { id: systemIds.uuid(), ...firstUser, createdAt: now });
  if (email === undefined) {
    const admin = await findFirstAdmin(store);
    if (!admin) throw new SignInLinkError("No admin is enabled. Pass the email of a user.");
    return admin;
  }
  const user = await findUserByEmail(store, email);
  if (!user) throw new SignInLinkError(`User ${email} not found.`);
  if (user.disabledAt) throw new SignInLinkError(`${user.email} is disabled.`);
  return user;
}

/** File with the link that the start script prints. */
export const signInLinkFile = "sign-in-link.json";

/** Writes the link to the data folder atomically, readable only by its owner. */
export async function publishSignInLink(dataDir: string, url: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, signInLinkFile);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${JSON.stringify({ url })}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}
