import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { callPath } from "@/lib/contract/client-path";
import { roleAllows } from "@/lib/contract/operation";
import { type RejectedAnswer, rejectedAnswer } from "@/lib/model/notifications/answer-result";
import { hashLinkToken } from "@/lib/server/auth/link-token";
import { type FoundLink, findAnswerLink } from "@/lib/server/db/answer-links";
import type { Store } from "@/lib/server/db/store";
import { userOf } from "@/lib/server/db/users";
import type { ApiError } from "@/lib/server/gateway/api-error";
import type { PerformParts } from "@/lib/server/gateway/perform-call";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

export interface AnswerParts extends Pick<PerformParts, "service" | "recordAudit" | "onWrite" | "log"> {
  store: Store;
}

const hiddenAgent = "The agent was deleted, or you no longer have access to it.";

/** Why the service rejected a call for the user of a link. */
export function rejectionOf({ status, code, message }: ApiError, agentId: string): RejectedAnswer {
  if (code === "question_closed" || code === "question_not_found") return rejectedAnswer("closed", agentId);
  if (status === 404) return rejectedAnswer("denied", agentId, hiddenAgent);
  const isTransient = status >= 500 || [401, 408, 429].includes(status);
  return isTransient ? rejectedAnswer("unavailable", agentId) : rejectedAnswer("denied", agentId, message);
}

/** Why the user of a link can't respond to any agent, as far as the dashboard decides that. */
function denialOf({ user, request }: FoundLink): RejectedAnswer | undefined {
  const denied = (reason: string) => rejectedAnswer("denied", request.agentId, reason);
  if (user.disabledAt !== null) return denied("Your account is disabled.");
  return roleAllows(user.role, answerQuestion.role)
    ? undefined
    : denied("You need the Operator role to respond to agents.");
}

/** Whether the request is still open, as the user of the link sees it now. */
async function statusOf({ service }: AnswerParts, { user, request }: FoundLink): Promise<RejectedAnswer | undefined> {
  const { agentId, runId, questionId } = request;
  const path = callPath(getRun, { id: agentId, runId });
  try {
    const { status, question } = await callWith(service, getRun, { path, acting: { user: userOf(user) } });
    if (isTerminal(status)) return rejectedAnswer("ended", agentId);
    return question?.id === questionId ? undefined : rejectedAnswer("closed", agentId);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return rejectionOf(error, agentId);
  }
}

/** The answer that a link sends, or why it can't be used. Changes nothing. */
export async function inspectAnswer(parts: AnswerParts, token: string): Promise<FoundLink | RejectedAnswer> {
  const found = await findAnswerLink(parts.store, hashLinkToken(token));
  if (!found) return rejectedAnswer("invalid");
  const { agentId, usedAt, expiresAt } = found.request;
  if (usedAt !== null) return rejectedAnswer("invalid", agentId);
  if (expiresAt.getTime() <= parts.service.clock.now()) return rejectedAnswer("expired", agentId);
  return denialOf(found) ?? (await statusOf(parts, found)) ?? found;
}
