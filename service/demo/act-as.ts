import type { HostingContext } from "../core/hosting-context";
import { type CallInProcess, callInProcess } from "../core/http/call-in-process";
import type { users } from "../core/store/tables/users";

/** Dependencies of the operations the demo calls. */
export type DemoContext = HostingContext;

export type CallOperation = CallInProcess<DemoContext>;

/** Returns a function that calls operations as a user, as if with an API key. */
export function actAs(
  context: DemoContext,
  { id: userId, teamId }: Pick<typeof users.$inferSelect, "id" | "teamId">,
): CallOperation {
  const keyCreatedAt = context.clock.now();
  return callInProcess(context, { kind: "user", keyId: "demo", keyName: "demo", keyCreatedAt, userId, teamId });
}
