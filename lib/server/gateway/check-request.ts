import type { z } from "zod";
import { firstProblem } from "@/lib/contract/errors";
import type { Match } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import { queryValues } from "@/lib/contract/query-values";
import type { Clock } from "@/lib/core/clock";
import { jsonBoundsProblem } from "@/lib/core/http/json-bounds";
import { parseJson, readBody } from "@/lib/core/http/request-body";
import type { ApiError } from "./api-error";

/** The validated parts of a request, unparsed. */
export interface RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body to forward. */
  bytes: Buffer<ArrayBuffer> | undefined;
}

export type Checked = RequestParts | { error: ApiError };

/** Validates path, query and body against the contract. */
export async function checkRequest(
  { operation, params }: Match<Operation>,
  request: Request,
  clock: Clock,
): Promise<Checked> {
  const query = queryValues(new URL(request.url).searchParams);
  const invalidInput = problem(operation.pathParams, params) ?? problem(operation.query, query);
  if (invalidInput) return { error: invalidInput };
  const empty = { params, query, body: undefined, bytes: undefined };
  if (!operation.body) return empty;

  const read = await readBody(request, operation.bodyBytes, clock);
  if ("problem" in read) return { error: { status: read.status, code: read.code, message: `${read.problem}.` } };
  const { body: bytes } = read;
  if (bytes.length === 0) {
    const missing: ApiError = { status: 400, code: "missing_body", message: "A JSON body is required." };
    return operation.body.safeParse(undefined).success ? empty : { error: missing };
  }
  const complexity = jsonBoundsProblem(bytes);
  if (complexity) {
    return { error: { status: 400, code: "validation_error", message: `The request body ${complexity}.` } };
  }
  const json = parseJson(bytes);
  if (!json) return { error: { status: 400, code: "validation_error", message: "The body isn't valid JSON." } };
  const invalid = problem(operation.body, json.value);
  return invalid ? { error: invalid } : { params, query, body: json.value, bytes };
}

function problem(schema: z.ZodType, value: unknown): ApiError | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return undefined;
  const { field, message } = firstProblem(parsed.error);
  return { status: 400, code: "validation_error", message: field ? `${field}: ${message}` : message, field };
}
