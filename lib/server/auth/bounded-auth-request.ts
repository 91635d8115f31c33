import { NextRequest } from "next/server";
import { systemClock } from "@/lib/core/clock";
import { closeAfter, readBody } from "@/lib/core/http/request-body";

/** Forms of next-auth hold a token, a CSRF token and a callback URL. */
export const authBodyBytes = 8 * 1024;

/** Returns the request with its body read, or a response if the body is too large or slow. next-auth itself parses bodies of any size. */
export async function boundedAuthRequest(request: Request): Promise<{ request: NextRequest } | { response: Response }> {
  const read = await readBody(request, authBodyBytes, systemClock);
  if ("problem" in read) {
    const { status, code, problem } = read;
    const response = Response.json({ error: { code, message: `${problem}.` } }, { status });
    return { response: await closeAfter(request, response) };
  }
  const { body } = read;
  const { method, headers } = request;
  return { request: new NextRequest(request.url, { method, headers, ...(body.length > 0 ? { body } : {}) }) };
}
