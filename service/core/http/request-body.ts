import { jsonBoundsProblem } from "@/lib/core/http/json-bounds";
import { parseJson, readBody } from "@/lib/core/http/request-body";
import { ApiError, apiError } from "./api-error";

/** NUL reaches a parsed value only through this escape: a bare one isn't valid JSON. */
const escapedNul = Buffer.from("\\u0000");

/**
 * Reads a JSON body of at most `limit` bytes. Throws 400 `missing_body`, 400 `validation_error` (invalid or too complex
 * JSON, NUL) or 413.
 */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit);
  if (!bytes) throw new ApiError(413, "validation_error", `The request body exceeds ${limit} bytes`);
  if (bytes.length === 0) throw apiError.agents(400, "missing_body", "A JSON request body is required");
  const problem = jsonBoundsProblem(bytes);
  if (problem) throw apiError.field("", `The request body ${problem}`);
  const json = parseJson(bytes);
  if (!json) throw apiError.field("", "The request body is not valid JSON");
  if (bytes.includes(escapedNul)) rejectNul(json.value);
  return json.value;
}

interface Part {
  value: unknown;
  name: string;
  inside: Part | undefined;
}

function nameOf(part: Part | undefined): string {
  const names: string[] = [];
  for (let at = part; at?.inside; at = at.inside) names.unshift(at.name);
  return names.join(".");
}

/**
 * Throws 400 if a string contains NUL, which the database can't store. Iterative, because the caller controls how deeply a
 * body nests.
 */
export function rejectNul(body: unknown): void {
  const left: Part[] = [{ value: body, name: "", inside: undefined }];
  for (let part = left.pop(); part; part = left.pop()) {
    const { value } = part;
    if (typeof value === "string") {
      if (value.includes("\0")) throw apiError.field(nameOf(part), "can't contain NUL characters");
    } else if (Array.isArray(value)) {
      for (const [index, inner] of value.entries()) left.push({ value: inner, name: String(index), inside: part });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name.includes("\0")) throw apiError.field(nameOf(part), "names can't contain NUL characters");
        left.push({ value: inner, name, inside: part });
      }
    }
  }
}
