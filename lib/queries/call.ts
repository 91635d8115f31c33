import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { CallError, noAnswer } from "./call-error";

export interface CallInput<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  signal?: AbortSignal;
}

/** An entry of the contract, or how to load it: schemas come with the first call, not with the page. */
export type Asked<O extends Operation> = O | (() => Promise<O>);

/** Calls an operation. On the server it is `callService`, in the browser {@link callProxy}: one query factory serves both. */
export type Call = <O extends Operation>(operation: Asked<O>, input: CallInput<O>) => Promise<ResponseOf<O>>;

/** Calls an operation from the browser through the dashboard's proxy. Throws {@link CallError} for every failure. */
export async function callProxy<O extends Operation>(asked: Asked<O>, input: CallInput<O>): Promise<ResponseOf<O>>;
export async function callProxy(asked: Asked<Operation>, input: CallInput<Operation>): Promise<unknown> {
  // What sends it comes with the first call too.
  const [operation, { sendCall }] = await Promise.all([
    typeof asked === "function" ? asked() : asked,
    import("./send-call"),
  ]).catch(() => {
    throw new CallError(noAnswer);
  });
  return sendCall(operation, input);
}
