"use client";

import { useEffect, useState } from "react";
import { tabConnection } from "@/lib/client/live/tab-connection";
import { runSubject } from "@/lib/model/live/subscription";
import { type LastQuestion, lastQuestion } from "@/lib/model/transcript/open-question";

interface Watched {
  agentId: string;
  runId: string;
  /** The question the index knows. Others in the stream may be closed later in it. */
  questionId: string | undefined;
}

/** The open question of a run, from its stream; `undefined` until the stream has it. */
export function useLastQuestion({ agentId, runId, questionId }: Watched): LastQuestion | undefined {
  const [last, setLast] = useState<LastQuestion>();
  useEffect(() => {
    let latest: LastQuestion | undefined;
    return tabConnection().watch(runSubject(agentId, runId), (frame) => {
      const next = lastQuestion(latest, frame);
      if (next === latest) return;
      latest = next;
      setLast(latest);
    });
  }, [agentId, runId]);
  return last?.question.id === questionId ? last : undefined;
}
