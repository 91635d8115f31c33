import type { Operation } from "@/lib/contract/operation";
import { roleAllows } from "@/lib/contract/operation";
import type { Log } from "@/lib/core/log";
import { bearerToken, isApiToken } from "@/lib/server/auth/api-token";
import { isSameOrigin } from "@/lib/server/auth/request-origin";
import type { User } from "@/lib/server/auth/session-reader";
import { hasSessionCookie } from "@/lib/server/auth/session-token";
import type { TokenRejection } from "@/lib/server/auth/token-reader";
import { type ApiError, signedOut } from "./api-error";

export interface CallerParts {
  webUrl: string;
  /** The signed-in user; `fresh` bypasses the cache. */
  user(options: { fresh: boolean }): Promise<User | undefined>;
  /** The user of an API token, or why it is rejected. Absent where tokens aren't accepted. */
  tokenUser?(token: string): Promise<User | { rejection: TokenRejection }>;
  log: Log;
}

const crossOrigin: ApiError = {
  status: 403,
  code: "cross_origin",
  message: "Cross-origin requests can't make changes.",
};
const noCredential: ApiError = {
  status: 401,
  code: "unauthorized",
  message: "Sign in to the dashboard, or send an API token as Authorization: Bearer <token>.",
  needsSession: true,
};
const twoCredentials: ApiError = {
  status: 400,
  code: "ambiguous_credentials",
  message: "The request has a session cookie and an API token. Send only one of them.",
};
const sessionRequired: ApiError = {
  status: 403,
  code: "session_required",
  message: "API tokens can't do this. Do it in the dashboard.",
};
const storeUnavailable: ApiError = {
  status: 503,
  code: "store_unavailable",
  message: "Couldn't reach the database to check your session. Try again.",
};

/** The user a request is made by, from its session or its API token, or why the call is denied. */
export async function authorize(
  parts: CallerParts,
  operation: Operation,
  request: Request,
  requestId: string,
): Promise<User | { error: ApiError }> {
  try {
    const user = await identify(parts, request);
    if ("error" in user) return user;
    const denied = checkAccess(operation, user, request, parts.webUrl);
    return denied ? { error: denied } : user;
  } catch (error) {
    parts.log.error({ err: error, requestId }, "session check failed");
    return { error: storeUnavailable };
  }
}

async function identify(parts: CallerParts, request: Request): Promise<User | { error: ApiError }> {
  const { tokenUser, user, webUrl } = parts;
  const token = bearerToken(request.headers);
  const hasSession = hasSessionCookie(request.headers, webUrl);
  if (tokenUser && token !== undefined && (isApiToken(token) || !hasSession)) {
    if (hasSession) return { error: twoCredentials };
    const found = await tokenUser(token);
    return "rejection" in found ? { error: { status: 401, ...found.rejection } } : found;
  }
  const found = await user({ fresh: request.method !== "GET" });
  return found ?? { error: hasSession ? signedOut : noCredential };
}

function checkAccess(operation: Operation, user: User, request: Request, webUrl: string): ApiError | undefined {
  if (!roleAllows(user.role, operation.role)) {
    const whose = user.token ? `the role of API token “${user.token.name}”` : "yours";
    const message = `This requires the ${operation.role} role; ${whose} is ${user.role}.`;
    return { status: 403, code: "role_forbidden", message };
  }
  // A page of another site can't send a token: it would have to read it first, and the browser asks before it sends the header.
  if (user.token) return operation.sessionOnly ? sessionRequired : undefined;
  return operation.method !== "GET" && !isSameOrigin(request.headers, webUrl) ? crossOrigin : undefined;
}
