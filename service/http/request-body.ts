import { Refusal, refuse } from "./refusal";

/** Five images of 15 MB in base64, and room for the rest. */
const maxBodyBytes = 110 * 1024 * 1024;

/** Reads a JSON body. Throws `missing_body`, `validation_error` (not JSON) or 413. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) throw refuse.agents(400, "missing_body", "The request needs a JSON body");
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    return JSON.parse(text.decode(Buffer.concat(chunks)));
  } catch {
    throw refuse.field("", "The request body is not valid JSON");
  }
}

function tooLarge(): Refusal {
  return new Refusal(413, "validation_error", `The request body is larger than ${maxBodyBytes} bytes`);
}
