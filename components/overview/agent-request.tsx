import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { ApproveButton } from "@/components/agent/approve-button";
import { refreshAgent } from "@/components/agents/refresh-agent";
import { useAnswer } from "@/components/transcript/use-answer";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import { retryImport } from "@/lib/client/retry-import";
import type { AgentNeedingAttention } from "@/lib/contract/dashboard/agents/get-overview";
import { maxQuickMessage, type QuickAnswer, quickAnswers } from "@/lib/model/questions/quick-answers";
import { useLastQuestion } from "./use-last-question";

/** Loaded with the first question that needs more than a button. */
const QuestionForm = lazyPart(() => import("@/components/transcript/question-form"));

/** Loaded with the first plan that is shown. */
const PlanText = lazy(() => retryImport(() => import("./plan-text")));

function showError(error: Error): void {
  if (error instanceof CallError && error.code === "question_closed") {
    toast.error("Already answered.", { description: "Your answer wasn't sent, because the question is closed." });
  } else toast.error("Couldn't send the answer.", { description: error.message });
}

export interface AgentRequest {
  action: ReactNode;
  /** What the agent asks, below the row. */
  request: ReactNode;
}

/** A plan that waits for approval, shown on demand. */
export function usePlanRequest({ agent: { id, name, latestRunId }, canPrompt }: AgentNeedingAttention): AgentRequest {
  const [isOpen, setOpen] = useState(false);
  return {
    action: (
      <>
        {canPrompt ? <ApproveButton key={latestRunId} agentId={id} name={name} /> : null}
        <Button
          size="small"
          variant="ghost"
          aria-label={`${isOpen ? "Hide plan" : "Show plan"}: ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide plan" : "Show plan"}
        </Button>
      </>
    ),
    request: isOpen ? (
      <Suspense fallback={<Note>Loading the plan…</Note>}>
        <PlanText agentId={id} runId={latestRunId} />
      </Suspense>
    ) : null,
  };
}

interface RequestOptions {
  item: AgentNeedingAttention;
  canOperate: boolean;
}

/** What an agent asks, with buttons to answer it in place. */
export function useQuestionRequest({ item: { agent, canPrompt }, canOperate }: RequestOptions): AgentRequest {
  const client = useQueryClient();
  const [openForm, setOpenForm] = useState<string>();
  const { id: agentId, latestRunId: runId, name, run, owner } = agent;
  const last = useLastQuestion({ agentId, runId, questionId: run?.questionId });
  if (!last) return { action: null, request: <Note>Loading the request…</Note> };
  if (last.isClosed) return { action: null, request: <Note>No longer open</Note> };
  const { question } = last;
  const quick = quickAnswers(question);
  const isOpen = openForm === question.id;
  const asked = { agentId, runId, onAnswered: () => refreshAgent(client, agentId) };
  return {
    action: !canPrompt ? null : quick ? (
      <QuickAnswers key={question.id} {...asked} questionId={question.id} name={name} answers={quick} />
    ) : (
      <Button
        size="small"
        aria-label={`Answer: ${name}`}
        aria-expanded={isOpen}
        onClick={() => setOpenForm(isOpen ? undefined : question.id)}
      >
        Answer
      </Button>
    ),
    request: (
      <div className="space-y-2 pb-1">
        <p
          className={classNames(
            "whitespace-pre-wrap break-words text-sm",
            question.message.length > maxQuickMessage && !isOpen && "line-clamp-3",
          )}
        >
          {question.message}
        </p>
        <p className="text-muted-foreground text-xs">
          Asked <RelativeTime iso={run?.updatedAt ?? agent.updatedAt} />
          {canPrompt ? "" : ` · ${whyNotAllowed(canOperate, owner?.name)}`}
        </p>
        {isOpen && canPrompt ? <QuestionForm key={question.id} {...asked} question={question} /> : null}
      </div>
    ),
  };
}

type QuickAnswersProps = Parameters<typeof useAnswer>[0] & { name: string; answers: readonly QuickAnswer[] };

function QuickAnswers({ name, answers, ...asked }: QuickAnswersProps) {
  const { mutate, isPending, isSuccess } = useAnswer(asked);
  const hasChoices = answers.filter(({ answer }) => answer.action === "accept").length > 1;
  return (
    <span data-choices={hasChoices ? "" : undefined} className="contents">
      {answers.map(({ label, answer }) => (
        <Button
          key={label}
          size="small"
          aria-label={`${label}: ${name}`}
          disabled={isPending || isSuccess}
          onClick={() => mutate(answer, { onError: showError })}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

const whyNotAllowed = (canOperate: boolean, owner = "the agent's user") =>
  canOperate ? `Only ${owner} and admins can answer.` : "You need the Operator role to answer.";

function Note({ children }: { children: string }) {
  return (
    <p role="status" className="text-muted-foreground text-xs">
      {children}
    </p>
  );
}
