import { eq } from "drizzle-orm";
import type { Service } from "../../core/context";
import { users } from "../../core/store/tables/people";
import type { Signature } from "../../git/commit-object";
import { displayNameOf } from "../actors/actor";

/** Names and addresses as git lets them stand in a commit. */
const plain = (text: string) => text.replace(/[<>\r\n\0]/g, "").trim();

const now = ({ clock }: Pick<Service, "clock">) => ({ at: Math.floor(clock.now() / 1000), zone: "+0000" });

/** Signs commits the service makes by itself. */
export function serviceSignature(service: Pick<Service, "clock" | "settings">): Signature {
  const { serviceName } = service.settings;
  return { name: serviceName, email: `noreply@${serviceName}.invalid`, ...now(service) };
}

/** How commits name an actor; those without an e-mail address get one that reaches nobody. */
export async function actorSignature(
  service: Pick<Service, "db" | "clock" | "settings">,
  actorId: string,
): Promise<Signature> {
  const [user] = actorId.startsWith("user_")
    ? await service.db.select().from(users).where(eq(users.actorId, actorId))
    : [];
  if (user) return { name: plain(displayNameOf(user) ?? user.email), email: plain(user.email), ...now(service) };
  const { name, email } = serviceSignature(service);
  return { name: actorId.startsWith("user_") ? name : actorId, email, ...now(service) };
}
