import type { BodyInputOf, Operation, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import type { Context } from "../core/context";
import type { Implementation } from "../core/http/implement";
import type { Principal } from "../core/principal";
import type { users } from "../core/store/tables/people";
import type { WithGit } from "../git/with-git";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";

/** Dependencies of the operations the demo calls. */
export type DemoContext = Context & WithGit & WithMergePreparation;

/** Calls an operation in process and returns its parsed response. Throws the operation's errors. */
export type CallOperation = <O extends Operation>(
  operation: O,
  implementation: Implementation<DemoContext>,
  input: { params: Readonly<Record<string, string>>; query?: QueryInputOf<O>; body?: BodyInputOf<O> },
) => Promise<ResponseOf<O>>;

/** Returns a function that calls operations as `principal`, with the same permission checks as over HTTP. */
export function actWith(context: DemoContext, principal: Principal): CallOperation {
  return async (operation, implementation, { params, query = {}, body }) => {
    const response = await implementation.handle(
      {
        params,
        query,
        body,
        principal,
        request: new Request(context.origin()),
        requestId: context.ids.uuid(),
        signal: AbortSignal.timeout(60_000),
      },
      context,
    );
    return operation.response.parse(response) as ResponseOf<typeof operation>;
  };
}

/** Returns a function that calls operations as a user, as if with an API key. */
export function actAs(
  context: DemoContext,
  { id: userId, teamId }: Pick<typeof users.$inferSelect, "id" | "teamId">,
): CallOperation {
  const keyCreatedAt = context.clock.now();
  return actWith(context, { kind: "user", keyId: "demo", keyName: "demo", keyCreatedAt, userId, teamId });
}
