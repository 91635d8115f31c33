import type { Role } from "@/lib/contract/operation";
import { insertApiToken } from "@/lib/server/db/api-tokens";
import type { Store } from "@/lib/server/db/store";
import { hashApiToken, newApiToken } from "../api-token";
import type { User } from "../session-reader";

const hourMs = 3_600_000;

/** Adds an API token of a user, created an hour ago unless `createdAt` is given. Returns its id and the token. */
export async function addApiToken(
  store: Store,
  user: Pick<User, "id">,
  {
    role = "admin",
    name = "ci",
    createdAt = new Date(Date.now() - hourMs),
    lifetimeMs = 2 * hourMs,
  }: TokenOptions = {},
): Promise<{ id: string; token: string }> {
  const token = newApiToken();
  const id = crypto.randomUUID();
  await insertApiToken(store, {
    id,
    userId: user.id,
    name,
    tokenHash: hashApiToken(token),
    role,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return { id, token };
}

interface TokenOptions {
  role?: Role;
  name?: string;
  createdAt?: Date;
  lifetimeMs?: number;
}
