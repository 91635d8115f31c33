"use client";

import { useMutation } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { Answer } from "@/lib/contract/agents/question";

const answerQuestion = () => import("@/lib/contract/agents/answer-question").then((entry) => entry.answerQuestion);

interface Asked {
  agentId: string;
  runId: string;
  questionId: string;
  /** Called after each attempt to answer, even a failed one. */
  onAnswered: () => unknown;
}

/** Answers an agent's question. The service accepts one answer. */
export function useAnswer({ agentId, runId, questionId, onAnswered }: Asked) {
  return useMutation({
    mutationFn: (body: Answer) => callProxy(answerQuestion, { params: { id: agentId, runId, questionId }, body }),
    onSettled: onAnswered,
  });
}
