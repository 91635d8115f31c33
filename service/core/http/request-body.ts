import { Refusal, refuse } from "./refusal";

/** Five images of 15 MB in base64, plus the rest of the body. */
const maxBodyBytes = 110 * 1024 * 1024;

/** Reads a JSON body. Throws 400 `missing_body`, 400 `validation_error` (invalid JSON) or 413. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) throw refuse.agents(400, "missing_body", "A JSON request body is required");
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw refuse.field("", "The request body is not valid JSON");
  }
  refuseNul(body);
  return body;
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
export function refuseNul(body: unknown): void {
  const left: Part[] = [{ value: body, name: "", inside: undefined }];
  for (let part = left.pop(); part; part = left.pop()) {
    const { value } = part;
    if (typeof value === "string") {
      if (value.includes("\0")) throw refuse.field(nameOf(part), "can't contain NUL characters");
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name.includes("\0")) throw refuse.field(nameOf(part), "names can't contain NUL characters");
        left.push({ value: inner, name, inside: part });
      }
    }
  }
}

function tooLarge(): Refusal {
  return new Refusal(413, "validation_error", `The request body exceeds ${maxBodyBytes} bytes`);
}
