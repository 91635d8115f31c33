import "server-only";
import type { Call, CallInput, LazyOperation } from "@/lib/contract/call";
import { callPath } from "@/lib/contract/client-path";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { type Acting, actingIn } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "./dashboard-service";

export interface CallOptions<O extends Operation> extends CallInput<O> {
  requestId?: string;
  /** The user the call is made for. Without one, the dashboard's key is used. */
  acting?: Acting | undefined;
}

/**
 * Calls an operation of the service from the server and returns its parsed response. Throws {@link UpstreamError} for errors. Callers must check roles.
 */
export async function callService<O extends Operation>(
  lazyOperation: LazyOperation<O>,
  options: CallOptions<O>,
): Promise<ResponseOf<O>> {
  const { params, query, body, signal, requestId, acting } = options;
  const operation = typeof lazyOperation === "function" ? await lazyOperation() : lazyOperation;
  return callWith(dashboardService(), operation, {
    path: callPath(operation, params, query),
    body,
    acting,
    signal,
    requestId,
  });
}

/** Returns {@link callService} for a user: calls are made with their own token and permissions. */
export function callServiceAs(user: Acting["user"]): Call {
  return (operation, input) => callService(operation, { ...input, acting: actingIn(user, input.params) });
}
