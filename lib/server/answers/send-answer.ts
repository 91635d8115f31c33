import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { callPath } from "@/lib/contract/client-path";
import { type AnswerResult, rejectedAnswer } from "@/lib/model/notifications/answer-result";
import { paths } from "@/lib/model/paths";
import { claimAnswerRequest, type FoundLink, releaseAnswerRequest } from "@/lib/server/db/answer-links";
import { userOf } from "@/lib/server/db/users";
import type { Outcome } from "@/lib/server/gateway/forward";
import { performCall } from "@/lib/server/gateway/perform-call";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { type AnswerParts, inspectAnswer, rejectionOf } from "./inspect-answer";

/**
 * Sends the answer of a link for its user, in the same way as their call through the proxy. All links to a request are used up,
 * unless the service didn't accept the answer. A lost response doesn't: the service accepts one answer.
 */
export async function sendAnswer(parts: AnswerParts, token: string): Promise<AnswerResult> {
  const found = await inspectAnswer(parts, token);
  if ("problem" in found) return found;
  const { store, service } = parts;
  const { id, agentId } = found.request;
  if (!(await claimAnswerRequest(store, id, new Date(service.clock.now())))) return rejectedAnswer("invalid", agentId);
  const outcome = await perform(parts, found);
  if (!("error" in outcome)) return { sent: true, path: paths.agent(agentId) };
  const rejection = rejectionOf(outcome.error, agentId);
  if (rejection.problem !== "closed") await releaseAnswerRequest(store, id);
  return rejection;
}

async function perform(parts: AnswerParts, { link, request, user: row }: FoundLink): Promise<Outcome> {
  const { service } = parts;
  const params = { id: request.agentId, runId: request.runId, questionId: request.questionId };
  const user = userOf(row);
  const body = link.answer;
  const path = callPath(answerQuestion, params);
  const requestId = service.ids.uuid();
  const extendWrite = async () => ({
    bytes: Buffer.from(JSON.stringify(body)),
    detail: { from: "notification" },
    onResponse: async () => ({}),
  });

  async function send(): Promise<Outcome> {
    try {
      const sent = await callWith(service, answerQuestion, { path, body, requestId, acting: { user } });
      return { status: answerQuestion.success, response: Response.json(sent) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { status: error.status, error };
    }
  }

  const call = { match: { operation: answerQuestion, params }, params, body, headers: new Headers() };
  return performCall({ ...parts, extendWrite }, { ...call, user, path, requestId }, send);
}
