import type { Match } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import type { Log } from "@/lib/core/log";
import { secretsOfRequest } from "@/lib/model/masking/known-secrets";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Service } from "@/lib/server/upstream/client/service";
import type { ApiError } from "./api-error";
import { auditTrail } from "./audit-trail";
import { failureOf } from "./dashboard-operation";
import type { Actor, ExtendedWrite, WriteToExtend } from "./extended-write";
import type { Outcome } from "./forward";

export interface PerformParts {
  service: Service;
  recordAudit(entry: AuditEntry): Promise<void>;
  /** What the dashboard adds to a write to the service; `undefined` forwards its bytes unchanged. Can throw {@link OperationError}. */
  extendWrite?(write: WriteToExtend): Promise<ExtendedWrite | undefined>;
  /** Called before an audited call is sent. Returns why it is rejected. */
  admit?(call: AdmittedCall): Promise<ApiError | undefined>;
  /** Called after every write sent to the service, with its status. */
  onWrite?(write: Write): Promise<void>;
  log: Log;
}

/** A validated call. */
export interface AdmittedCall {
  operation: Operation;
  /** Path parameters, as the contract names them. */
  params: unknown;
  /** As the contract parses it. */
  body: unknown;
  userId: string;
}

export interface Write extends AdmittedCall {
  status: number;
  /** The JSON of a successful response. */
  result(): Promise<unknown>;
}

/** A validated call of an authorized user. */
export interface AuthorizedCall {
  match: Match<Operation>;
  /** Validated path parameters and body. */
  params: unknown;
  body: unknown;
  /** The headers of the user's request. */
  headers: Headers;
  user: Actor;
  path: string;
  requestId: string;
  bypassReason?: string | undefined;
  /** The dashboard implements the operation, so it isn't sent to the service. */
  isOwn?: boolean;
}

const notAdmitted: ApiError = {
  status: 503,
  code: "store_unavailable",
  message: "Couldn't check the budgets, so the request wasn't sent. Try again.",
};
const auditUnavailable: ApiError = {
  status: 503,
  code: "audit_unavailable",
  message: "Couldn't write to the audit log, so the request wasn't sent. Try again.",
};

const rejection = (error: ApiError): Outcome => ({ status: error.status, error });

/**
 * Makes a call with everything that belongs to it: masks the secrets it contains, adds saved variables to launches, checks
 * budgets, audits the intent and the outcome, and updates the index. `send` gets the bytes to forward instead of those of
 * the request, if any, and a function that adds to the outcome's audit entry.
 */
export async function performCall(
  parts: PerformParts,
  call: AuthorizedCall,
  send: (bytes: Buffer<ArrayBuffer> | undefined, note: (detail: object) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const { service, log } = parts;
  const { match, user, path, requestId, bypassReason, params, body, isOwn = false } = call;
  const { operation } = match;
  // An agent can print the secrets it is launched with, so they are registered for masking first.
  service.secrets?.remember(secretsOfRequest(body));
  const extended = await extend(parts, call);
  if (extended && "error" in extended) return extended;
  const trail = { match, user, path, requestId, bypassReason, detail: extended?.detail };
  const audited = operation.audited ? auditTrail(trail, service.clock, parts.recordAudit) : undefined;
  try {
    await audited?.intent();
  } catch (error) {
    log.error({ err: error, requestId }, "audit log write failed");
    return rejection(auditUnavailable);
  }
  const write = { operation, params, body, userId: user.id };
  const rejected = audited && !isOwn ? await admit(parts, write, requestId) : undefined;
  const about: object[] = [];
  const outcome = rejected ? rejection(rejected) : await send(extended?.bytes, (detail) => about.push(detail));
  if (extended) about.push(await aboutResponse(extended, outcome, requestId, log));
  await audited?.outcome(outcome, Object.assign({}, ...about)).catch((error: unknown) => {
    log.error({ err: error, requestId, status: outcome.status }, "audit outcome write failed");
  });
  if (!isOwn && !rejected) await reportWrite(parts, write, { outcome, requestId });
  return outcome;
}

/** What is added to a write that is forwarded, or why it is rejected. */
async function extend(
  { extendWrite, log }: PerformParts,
  { match: { operation }, body, headers, user, requestId, isOwn }: AuthorizedCall,
): Promise<ExtendedWrite | { status: number; error: ApiError } | undefined> {
  if (operation.method === "GET" || isOwn) return undefined;
  try {
    return await extendWrite?.({ operation, body, headers, user });
  } catch (error) {
    return failureOf(error, { requestId, operation }, log);
  }
}

async function aboutResponse(extended: ExtendedWrite, outcome: Outcome, requestId: string, log: Log): Promise<object> {
  if (!("response" in outcome) || !outcome.response.ok) return {};
  try {
    return await extended.onResponse(outcome.response.clone());
  } catch (error) {
    log.error({ err: error, requestId }, "couldn't record what was added to a write");
    return {};
  }
}

async function admit(parts: PerformParts, call: AdmittedCall, requestId: string): Promise<ApiError | undefined> {
  try {
    return await parts.admit?.(call);
  } catch (error) {
    parts.log.error({ err: error, requestId }, "budget check failed");
    return notAdmitted;
  }
}

async function reportWrite(
  { onWrite, log }: PerformParts,
  call: AdmittedCall,
  { outcome, requestId }: { outcome: Outcome; requestId: string },
): Promise<void> {
  if (!onWrite || call.operation.method === "GET") return;
  // A copy, because the browser reads the response as well.
  const result = async () => ("response" in outcome ? outcome.response.clone().json() : undefined);
  await onWrite({ ...call, status: outcome.status, result }).catch((error: unknown) => {
    log.error({ err: error, requestId }, "index update failed after write");
  });
}
