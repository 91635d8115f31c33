import type { BodyInputOf, Operation, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import type { Service } from "../core/context";
import type { Implementation } from "../core/http/implement";
import type { users } from "../core/store/tables/people";
import type { Principal } from "../people/principal";

/** Calls an operation of the service inside it and answers its parsed response; refusals are thrown. */
export type Act = <O extends Operation>(
  operation: O,
  implementation: Implementation,
  given: { params: Readonly<Record<string, string>>; query?: QueryInputOf<O>; body?: BodyInputOf<O> },
) => Promise<ResponseOf<O>>;

/** Lets a principal act as if by a credential of theirs: every rule of the operations holds. */
export function actWith(service: Service, principal: Principal): Act {
  return async (operation, implementation, { params, query = {}, body }) => {
    const answer = await implementation.handle(
      {
        params,
        query,
        body,
        principal,
        request: new Request(service.origin()),
        requestId: service.ids.uuid(),
        signal: AbortSignal.timeout(60_000),
      },
      service,
    );
    return operation.response.parse(answer) as ResponseOf<typeof operation>;
  };
}

/** Lets a user act as if by a key of theirs. */
export function actAs(service: Service, { id: userId, teamId }: Pick<typeof users.$inferSelect, "id" | "teamId">): Act {
  const keyCreatedAt = service.clock.now();
  return actWith(service, { kind: "user", keyId: "demo", keyName: "demo", keyCreatedAt, userId, teamId });
}
