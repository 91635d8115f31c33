import type { Clock } from "@/lib/core/clock";
import { type LinkState, linkState, markLinkUsed } from "@/lib/server/db/sign-in-links";
import type { Store } from "@/lib/server/db/store";
import { findUser, type UserRow } from "@/lib/server/db/users";
import { hashLinkToken } from "./link-token";

/** Why a sign-in link was rejected. */
export type LinkProblem = Exclude<LinkState, "valid"> | "disabled";

export type Redeemed = { user: UserRow } | { reason: LinkProblem };

/** Checks a link without using it up. */
export async function inspectLink(store: Store, token: string, clock: Clock): Promise<LinkState> {
  return linkState(store, hashLinkToken(token), new Date(clock.now()));
}

/** Redeems a link. Each link works once. */
export async function redeemLink(store: Store, token: string, clock: Clock): Promise<Redeemed> {
  const now = new Date(clock.now());
  const userId = await markLinkUsed(store, hashLinkToken(token), now);
  if (userId === undefined) {
    const state = await linkState(store, hashLinkToken(token), now);
    return { reason: state === "valid" ? "used" : state };
  }
  const user = await findUser(store, userId);
  return user && user.disabledAt === null ? { user } : { reason: "disabled" };
}
