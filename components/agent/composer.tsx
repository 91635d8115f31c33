"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp, ImagePlus, Plug } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from "react";
import { DropArea } from "@/components/images/drop-area";
import { launchQuery } from "@/components/launch/launch-queries";
import { type CompletionSource, PromptTextarea } from "@/components/prompt/prompt-textarea";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { lazyPart } from "@/components/ui/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { isOutcomeUnknown } from "@/lib/client/call-error";
import type { Mode } from "@/lib/contract/agents/prompt";
import type { NextAction } from "@/lib/model/status/agent-status";
import { McpServersField } from "./mcp-servers-field";
import { useFollowUp } from "./use-follow-up";

interface ComposerProps {
  agentId: string;
  /** Why a follow-up can't be sent now; `undefined` when it can. */
  blocked: string | undefined;
  /** Why new messages are queued, while the agent has an active run or queued messages. */
  queueHint: string | undefined;
  /** Its files can be referenced with `@`. */
  repository: CompletionSource["repository"];
  /** What the user is likely to do next instead of sending a prompt. */
  next: NextAction | undefined;
  /** A button that unblocks sending. */
  remedy?: ReactNode;
  onSent: () => void;
}

const modes: readonly { value: Mode; label: string }[] = [
  { value: "agent", label: "Agent" },
  { value: "plan", label: "Plan" },
];

const FollowUpImageField = lazyPart(() => import("./follow-up-image-field"));

/** The follow-up composer. The text is saved as a draft until it is sent. */
export function Composer({ agentId, blocked, queueHint, repository, next, remedy, onSent }: ComposerProps) {
  const launch = useQuery(launchQuery(agentId));
  const queues = queueHint !== undefined;
  const followUp = useFollowUp(agentId, { blocked: blocked !== undefined, queues, onSent });
  const { text, problem, images, servers, serversProblem, sending, error, send } = followUp;
  const id = useId();
  const attach = (files: readonly File[]) => void images.attach(files);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const hint = blocked ?? queueHint;
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Follow-up" className="border-t bg-background px-4 py-3">
      <DropArea className="mx-auto max-w-3xl space-y-2" onFiles={attach}>
        {error ? <SendFailure error={error} /> : null}
        <label htmlFor={id} className="sr-only">
          Follow-up prompt
        </label>
        <PromptTextarea
          id={id}
          value={text}
          onValue={followUp.setText}
          source={{ model: launch.data?.model, repository }}
          onKeyDown={onKeyDown}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          placeholder={next === "approve" ? "Change the plan…" : "Send a follow-up…"}
          className="max-h-[30vh] min-h-16"
        />
        {problem ? (
          <p id={`${id}-problem`} className="text-danger text-xs">
            Prompt {problem}
          </p>
        ) : null}
        {images.open ? (
          <div className="max-h-[30vh] overflow-y-auto">
            <FollowUpImageField
              draft={images.draft}
              problems={images.problems}
              rejected={images.rejected}
              onFiles={attach}
            />
          </div>
        ) : null}
        {servers === undefined ? null : (
          <McpServersField text={servers} problem={serversProblem} onChange={followUp.setServers} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ComposerOptions followUp={followUp} />
          <div className="ml-auto flex items-center gap-3">
            <p id={`${id}-hint`} className="text-muted-foreground text-xs">
              {hint ?? <span className="hidden sm:inline">Ctrl+Enter to send</span>}
            </p>
            {remedy}
            <Button
              type="submit"
              variant={next === undefined ? "primary" : "secondary"}
              disabled={blocked !== undefined || sending}
            >
              <ArrowUp aria-hidden />
              {sending ? "Sending…" : queues ? "Queue" : "Send"}
            </Button>
          </div>
        </div>
      </DropArea>
    </form>
  );
}

function SendFailure({ error }: { error: Error }) {
  return (
    <CallFailure error={error}>
      {isOutcomeUnknown(error)
        ? "The message may have been sent or queued. Sending it again sends it once."
        : "No run was started. Your prompt is saved."}
    </CallFailure>
  );
}

/** The run's mode, and the toggles for images and MCP servers. */
function ComposerOptions({ followUp }: { followUp: ReturnType<typeof useFollowUp> }) {
  const { images, mode, setMode, servers, toggleServers } = followUp;
  return (
    <div className="flex items-center gap-2">
      <Segmented label="Mode" value={mode} options={modes} onChange={setMode} />
      {images.draft.value === "" ? (
        <Button
          variant="ghost"
          size="small"
          aria-label="Images"
          aria-expanded={images.open}
          onClick={() => images.setOpen(!images.open)}
        >
          <ImagePlus aria-hidden />
          <span className="hidden sm:inline">Images</span>
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="small"
        aria-label="MCP servers"
        aria-expanded={servers !== undefined}
        onClick={toggleServers}
      >
        <Plug aria-hidden />
        <span>
          MCP<span className="hidden sm:inline"> servers</span>
        </span>
      </Button>
    </div>
  );
}
