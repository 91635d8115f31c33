import "server-only";
import type { CallInput, LazyOperation } from "@/lib/contract/call";
import { callPath } from "@/lib/contract/client-path";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { dashboardService } from "./dashboard-service";

export interface CallOptions<O extends Operation> extends CallInput<O> {
  requestId?: string;
}

/**
 * Calls an operation of the service from the server, with the dashboard's credential, and returns its parsed
 * response. Throws {@link UpstreamError} for errors. It doesn't check roles; callers do.
 */
export async function callService<O extends Operation>(
  asked: LazyOperation<O>,
  options: CallOptions<O>,
): Promise<ResponseOf<O>> {
  const { params, query, body, signal, requestId } = options;
  const operation = typeof asked === "function" ? await asked() : asked;
  return callWith(dashboardService(), operation, {
    path: callPath(operation, params, query),
    body,
    signal,
    requestId,
  });
}
