import { z } from "zod";
import { defineOperation } from "../define-operation";
import { IdResponse } from "./agent";
import { Answer } from "./question";
import { RunPath } from "./run";

export const AnswerQuestionPath = RunPath.extend({ questionId: z.string() });

/** An extension of the specification. The question is in the run's stream. */
export const answerQuestion = defineOperation({
  id: "answerQuestion",
  summary: "Answer the open question of an active run",
  method: "POST",
  path: "/v1/agents/{id}/runs/{runId}/questions/{questionId}/answer",
  pathParams: AnswerQuestionPath,
  body: Answer,
  response: IdResponse,
});
