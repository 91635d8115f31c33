import type { CallInput, LazyOperation } from "@/lib/contract/call";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { CallError, networkFailure } from "./call-error";

/** Calls an operation from the browser through the dashboard's proxy. Throws {@link CallError} for every failure. */
export async function callProxy<O extends Operation>(
  asked: LazyOperation<O>,
  input: CallInput<O>,
): Promise<ResponseOf<O>>;
export async function callProxy(asked: LazyOperation<Operation>, input: CallInput<Operation>): Promise<unknown> {
  // What sends it comes with the first call too.
  const [operation, { sendCall }] = await Promise.all([
    typeof asked === "function" ? asked() : asked,
    import("./send-call"),
  ]).catch(() => {
    throw new CallError(networkFailure);
  });
  return sendCall(operation, input);
}
