import type { CallInput, LazyOperation } from "@/lib/contract/call";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { CallError, networkFailure } from "./call-error";

/** Calls an operation from the browser through the dashboard's proxy. Throws {@link CallError} for every failure. */
export async function callProxy<O extends Operation>(
  operationOrLoader: LazyOperation<O>,
  input: CallInput<O>,
): Promise<ResponseOf<O>>;
export async function callProxy(
  operationOrLoader: LazyOperation<Operation>,
  input: CallInput<Operation>,
): Promise<unknown> {
  // The sending code is loaded on the first call.
  const [operation, { sendCall }] = await Promise.all([
    typeof operationOrLoader === "function" ? operationOrLoader() : operationOrLoader,
    import("./send-call"),
  ]).catch((cause: unknown) => {
    throw new CallError(networkFailure, { cause });
  });
  return sendCall(operation, input);
}
