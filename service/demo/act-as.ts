import type { BodyInputOf, Operation, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import type { Context } from "../core/context";
import type { Implementation } from "../core/http/implement";
import type { Principal } from "../core/principal";
import type { users } from "../core/store/tables/people";
import type { WithGit } from "../git/with-git";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";

/** What the operations of the demo need. */
export type DemoContext = Context & WithGit & WithMergePreparation;

/** Calls an operation of the service inside it and answers its parsed response; refusals are thrown. */
export type Act = <O extends Operation>(
  operation: O,
  implementation: Implementation<DemoContext>,
  given: { params: Readonly<Record<string, string>>; query?: QueryInputOf<O>; body?: BodyInputOf<O> },
) => Promise<ResponseOf<O>>;

/** Lets a principal act as if by a credential of theirs: every rule of the operations holds. */
export function actWith(context: DemoContext, principal: Principal): Act {
  return async (operation, implementation, { params, query = {}, body }) => {
    const answer = await implementation.handle(
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
    return operation.response.parse(answer) as ResponseOf<typeof operation>;
  };
}

/** Lets a user act as if by a key of theirs. */
export function actAs(
  context: DemoContext,
  { id: userId, teamId }: Pick<typeof users.$inferSelect, "id" | "teamId">,
): Act {
  const keyCreatedAt = context.clock.now();
  return actWith(context, { kind: "user", keyId: "demo", keyName: "demo", keyCreatedAt, userId, teamId });
}
