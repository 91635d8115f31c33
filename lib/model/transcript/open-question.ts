import type { Question } from "@/lib/contract/agents/question";
import { AskedQuestion, ClosedQuestion } from "./payloads";
import type { Frame } from "./state";

/** The last question of a run. */
export interface LastQuestion {
  question: Question;
  /** It was answered, declined or canceled, or its run ended. */
  isClosed: boolean;
}

/** Returns the last question after a frame of the run's stream, without keeping the transcript. */
export function lastQuestion(last: LastQuestion | undefined, { event, data }: Frame): LastQuestion | undefined {
  if (event === "result") return last && { ...last, isClosed: true };
  if (event !== "interaction_update") return last;
  const asked = AskedQuestion.safeParse(data);
  if (asked.success) return { question: asked.data.question, isClosed: false };
  const closed = last && ClosedQuestion.safeParse(data);
  if (!closed?.success || closed.data.questionId !== last?.question.id) return last;
  return { ...last, isClosed: true };
}
