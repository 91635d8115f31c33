import type { z } from "zod";
import { firstProblem } from "@/lib/contract/errors";
import type { Match } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import type { Refusal } from "./refusal";
import { parseJson, readBody } from "./request-body";

export type Checked = { bytes: Buffer<ArrayBuffer> | undefined } | { refusal: Refusal };

/** Parses path, query and body by the contract. What it answers are the bytes to forward, as they came. */
export async function checkRequest({ operation, params }: Match<Operation>, request: Request): Promise<Checked> {
  const wrong = problem(operation.pathParams, params) ?? problem(operation.query, queryOf(request));
  if (wrong) return { refusal: wrong };
  if (!operation.body) return { bytes: undefined };

  const bytes = await readBody(request);
  if (!bytes) return { refusal: { status: 413, code: "body_too_large", message: "The body is larger than 110 MB." } };
  if (bytes.length === 0) {
    const missing: Refusal = { status: 400, code: "missing_body", message: "The request needs a JSON body." };
    return operation.body.safeParse(undefined).success ? { bytes: undefined } : { refusal: missing };
  }
  const json = parseJson(bytes);
  if (!json) return { refusal: { status: 400, code: "validation_error", message: "The body is not JSON." } };
  const refusal = problem(operation.body, json.value);
  return refusal ? { refusal } : { bytes };
}

/** Query values as text; a name given several times becomes a list. */
function queryOf(request: Request): Record<string, string | string[]> {
  const search = new URL(request.url).searchParams;
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function problem(schema: z.ZodType, value: unknown): Refusal | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return undefined;
  const { field, message } = firstProblem(parsed.error);
  return { status: 400, code: "validation_error", message: field ? `${field}: ${message}` : message, field };
}
