import type { Operation, ResponseOf } from "./operation";

/** Checks the body of an operation's response. Throws a `ZodError` if it isn't what the operation returns. */
export function parseResponse<O extends Operation>(operation: O, body: unknown): ResponseOf<O>;
export function parseResponse(operation: Operation, body: unknown): unknown {
  return operation.response.parse(body);
}
