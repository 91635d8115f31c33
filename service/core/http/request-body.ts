import type { Clock } from "@/lib/core/clock";
import { jsonBoundsProblem } from "@/lib/core/http/json-bounds";
import { parseJson, readBody } from "@/lib/core/http/request-body";
import { ApiError, apiError } from "./api-error";

/**
 * The only way NUL and unpaired surrogates get into a parsed value: a bare NUL isn't valid JSON and a bare
 * surrogate isn't valid UTF-8.
 */
const suspectEscapes = ["\\u0000", "\\ud", "\\uD"].map((text) => Buffer.from(text));

/**
 * Reads a JSON body of at most `limit` bytes. Throws 400 `missing_body`, 400 `validation_error` (invalid or too complex
 * JSON, text that can't be stored), 408 or 413.
 */
export async function readJsonBody(request: Request, limit: number, clock: Clock): Promise<unknown> {
  const read = await readBody(request, limit, clock);
  if ("problem" in read) throw new ApiError(read.status, "validation_error", read.problem);
  const { body: bytes } = read;
  if (bytes.length === 0) throw apiError.agents(400, "missing_body", "A JSON request body is required");
  const problem = jsonBoundsProblem(bytes);
  if (problem) throw apiError.field("", `The request body ${problem}`);
  const json = parseJson(bytes);
  if (!json) throw apiError.field("", "The request body is not valid JSON");
  if (suspectEscapes.some((bad) => bytes.includes(bad))) rejectUnstorable(json.value);
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

function storageProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL characters";
  return text.isWellFormed() ? undefined : "must not contain unpaired surrogates";
}

/**
 * Throws 400 if a string contains NUL or an unpaired surrogate, which the database can't store. Iterative, because the caller controls how deeply a
 * body nests.
 */
export function rejectUnstorable(body: unknown): void {
  const left: Part[] = [{ value: body, name: "", inside: undefined }];
  for (let part = left.pop(); part; part = left.pop()) {
    const { value } = part;
    if (typeof value === "string") {
      const problem = storageProblem(value);
      if (problem) throw apiError.field(nameOf(part), problem);
    } else if (Array.isArray(value)) {
      for (const [index, inner] of value.entries()) left.push({ value: inner, name: String(index), inside: part });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const problem = storageProblem(name);
        if (problem) throw apiError.field(nameOf(part), `names ${problem}`);
        left.push({ value: inner, name, inside: part });
      }
    }
  }
}
