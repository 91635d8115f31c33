import { NextRequest } from "next/server";
import { closeAfter, readBody } from "@/lib/core/http/request-body";

/** Forms of next-auth hold a token, a CSRF token and a callback URL. */
export const authBodyBytes = 8 * 1024;

/** Returns the request with its body read, or a 413 if the body is too large. next-auth itself parses bodies of any size. */
export async function boundedAuthRequest(request: Request): Promise<{ request: NextRequest } | { response: Response }> {
  const body = await readBody(request, authBodyBytes);
  if (!body) {
    const message = `The request body exceeds ${authBodyBytes} bytes.`;
    const response = Response.json({ error: { code: "body_too_large", message } }, { status: 413 });
    return { response: await closeAfter(request, response) };
  }
  const { method, headers } = request;
  return { request: new NextRequest(request.url, { method, headers, ...(body.length > 0 ? { body } : {}) }) };
}
