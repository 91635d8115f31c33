"use client";

import { ArrowUp, Plug } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import { CreateRunBody } from "@/lib/contract/agents/create-run";
import type { Mode } from "@/lib/contract/agents/prompt";
import { firstProblem } from "@/lib/contract/errors";
import { useSendFollowUp } from "@/lib/queries/agent-actions";
import { CallError, isLostAnswer } from "@/lib/queries/call-error";
import { useTextDraft } from "./text-draft";
import { readToolServers, ToolServersField } from "./tool-servers-field";

interface ComposerProps {
  agentId: string;
  /** Why nothing can be sent now; absent when it can. */
  blocked: string | undefined;
  onSent: () => void;
}

const modes: readonly { value: Mode; label: string }[] = [
  { value: "agent", label: "Agent" },
  { value: "plan", label: "Plan" },
];

/** The field for the next prompt. What is typed stays until it was sent, also when it can't be sent yet. */
export function Composer({ agentId, blocked, onSent }: ComposerProps) {
  const { text, write, forget } = useTextDraft(`follow-up.${agentId}`);
  const [mode, setMode] = useState<Mode>("agent");
  const [problem, setProblem] = useState<string>();
  /** Absent while the field is not shown. */
  const [servers, setServers] = useState<string>();
  const [serversProblem, setServersProblem] = useState<string>();
  const { mutate, isPending, error, reset } = useSendFollowUp(agentId);
  const id = useId();

  const send = () => {
    if (blocked || isPending) return;
    const body = CreateRunBody.safeParse({ prompt: { text }, mode });
    const read = readToolServers(servers ?? "");
    setProblem(body.success ? undefined : firstProblem(body.error).message);
    setServersProblem("problem" in read ? read.problem : undefined);
    if (!body.success || "problem" in read) return;
    const given = read.servers === undefined ? {} : { mcpServers: read.servers };
    mutate(
      { ...body.data, ...given },
      {
        onSuccess: () => {
          forget(text);
          setServers(undefined);
          onSent();
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const described = [problem && `${id}-problem`, blocked && `${id}-blocked`].filter(Boolean).join(" ");

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Follow-up" className="border-t bg-background px-4 py-3">
      <div className="mx-auto max-w-3xl space-y-2">
        {error ? <Refused error={error} /> : null}
        <label htmlFor={id} className="sr-only">
          Follow-up prompt
        </label>
        <Textarea
          id={id}
          value={text}
          onChange={(event) => {
            write(event.target.value);
            if (error) reset();
          }}
          onKeyDown={onKeyDown}
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
          placeholder="Send a follow-up…"
          className="max-h-[30vh] min-h-16"
        />
        {problem ? (
          <p id={`${id}-problem`} className="text-danger text-xs">
            Prompt {problem}
          </p>
        ) : null}
        {servers === undefined ? null : (
          <ToolServersField text={servers} problem={serversProblem} onChange={setServers} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="flex items-center gap-2">
            <Segmented label="Mode" value={mode} options={modes} onChange={setMode} />
            <Button
              variant="quiet"
              size="small"
              aria-expanded={servers !== undefined}
              onClick={() => {
                setServers(servers === undefined ? "" : undefined);
                setServersProblem(undefined);
              }}
            >
              <Plug aria-hidden />
              MCP servers
            </Button>
          </div>
          <div className="flex items-center gap-3">
            <p id={`${id}-blocked`} className="text-muted-foreground text-xs">
              {blocked ?? <span className="hidden sm:inline">Ctrl Enter sends</span>}
            </p>
            <Button type="submit" variant="primary" disabled={blocked !== undefined || isPending}>
              <ArrowUp aria-hidden />
              {isPending ? "Sending…" : "Send"}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

function Refused({ error }: { error: Error }) {
  return (
    <ErrorNotice title={error.message} requestId={error instanceof CallError ? error.requestId : undefined}>
      {isLostAnswer(error)
        ? "Whether a run was started is not known; if it was, it appears above. What you typed is kept."
        : "No run was started. What you typed is kept."}
    </ErrorNotice>
  );
}
