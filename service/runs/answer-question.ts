import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { answerProblem } from "@/lib/model/questions/check-answer";
import type { RepoContext } from "../agent-access/require-push-target";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { checkFollowUpAccess } from "./check-follow-up-access";
import { findRun } from "./find-run";
import { storeAnswer } from "./questions";
import { openQuestion } from "./run-body";

/**
 * An answer is input for the agent, so the caller needs the same access as for a follow-up. Errors: 404 `question_not_found`, 409 `question_closed`, 400 with the field that doesn't fit the question.
 */
export const answerQuestionOperation = implement(
  answerQuestion,
  async ({ params, body, principal }, context: RepoContext) => {
    const { agent, run } = await findRun(context, principal, params.id, params.runId, "own");
    const { questionId } = params;
    const asked = run.question?.question;
    if (asked?.id !== questionId) {
      throw apiError.agents(404, "question_not_found", `Question ${questionId} not found`);
    }
    await checkFollowUpAccess(context, principal, agent);
    const closed = () => apiError.agents(409, "question_closed", `Question ${questionId} is already closed`);
    if (!openQuestion(run)) throw closed();
    const problem = answerProblem(asked, body);
    if (problem) throw apiError.field(`values.${problem.field}`, problem.message);
    if (!(await storeAnswer(context, run.id, questionId, body))) throw closed();
    return { id: questionId };
  },
);
