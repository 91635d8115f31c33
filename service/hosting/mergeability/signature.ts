import { eq } from "drizzle-orm";
import type { Signature } from "@/git/objects/commit-object";
import type { Context } from "../../core/context";
import { users } from "../../core/store/tables/users";
import { formatDisplayName } from "../actors/actor";

/** Strips characters that git doesn't allow in names and addresses. */
export const plainName = (text: string) => text.replace(/[<>\r\n\0]/g, "").trim();

const now = ({ clock }: Pick<Context, "clock">) => ({ at: Math.floor(clock.now() / 1000), zone: "+0000" });

/** The author of commits made by the service. */
export function serviceSignature(context: Pick<Context, "clock" | "settings">): Signature {
  const { serviceName } = context.settings;
  return { name: serviceName, email: `noreply@${serviceName}.invalid`, ...now(context) };
}

/** An actor's commit signature; actors without an email get a noreply address. */
export async function actorSignature(
  context: Pick<Context, "db" | "clock" | "settings">,
  actorId: string,
): Promise<Signature> {
  const [user] = actorId.startsWith("user_")
    ? await context.db.select().from(users).where(eq(users.actorId, actorId))
    : [];
  if (user)
    return { name: plainName(formatDisplayName(user) ?? user.email), email: plainName(user.email), ...now(context) };
  const { name, email } = serviceSignature(context);
  return { name: actorId.startsWith("user_") ? name : actorId, email, ...now(context) };
}
