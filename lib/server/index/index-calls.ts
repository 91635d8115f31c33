import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { sleep } from "@/lib/core/sleep";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { RequestBudget } from "./request-budget";

const defaultPauseMs = 15_000;

/** Makes the indexer's calls within its budget. */
export interface IndexCalls {
  call<O extends Operation>(operation: O, path: string, options: { urgent: boolean }): Promise<ResponseOf<O>>;
}

export function indexCalls(service: Service, budget: RequestBudget, signal: AbortSignal): IndexCalls {
  return {
    async call(operation, path, { urgent }) {
      await sleep(service.clock, budget.reserve({ urgent }), signal);
      signal.throwIfAborted();
      try {
        const response = await callWith(service, operation, { path, signal });
        budget.succeeded();
        return response;
      } catch (error) {
        if (error instanceof UpstreamError && error.status === 429) {
          budget.tooMany(error.retryAfterMs ?? defaultPauseMs);
        }
        throw error;
      }
    },
  };
}
