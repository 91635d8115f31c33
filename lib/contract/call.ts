import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "./operation";

export interface CallInput<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  signal?: AbortSignal;
  /** The user's reason for bypassing the repository's rules; without it, the rules apply. */
  bypassReason?: string;
  /** For launches: ids of saved variables to add to the automatic ones. */
  savedVariables?: readonly string[];
}

/** An entry of the contract, or how to load it: schemas are loaded with the first call, not with the page. */
export type LazyOperation<O extends Operation> = O | (() => Promise<O>);

/** Calls an operation. On the server it is `callService`, in the browser `callProxy`: one query factory serves both. */
export type Call = <O extends Operation>(operation: LazyOperation<O>, input: CallInput<O>) => Promise<ResponseOf<O>>;
