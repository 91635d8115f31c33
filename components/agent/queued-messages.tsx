"use client";

import { ArrowDown, ArrowUp, Pencil, Play, SendHorizontal, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { jsonCodec } from "@/components/ui/json-codec";
import { Textarea } from "@/components/ui/textarea";
import { useLocalStore } from "@/components/ui/use-local-store";
import type { FollowUp, PauseReason } from "@/lib/contract/dashboard/follow-up";
import { canResume } from "@/lib/model/follow-ups/pause";
import { counted } from "@/lib/model/plural";
import { useDeleteFollowUp, useResume, useSendNow, useUpdateFollowUp } from "./follow-up-queue-queries";

const pauseTexts: Readonly<Record<PauseReason, string>> = {
  refused: "Paused: the first message was rejected. Edit or delete it.",
  uncertain: "Paused: the first message may have been sent. Send it again or delete it.",
  author_disabled: "Paused: the author of the first message is disabled. Delete the message.",
  author_role: "Paused: the author of the first message can no longer send prompts. Delete the message.",
  archived: "Paused: the agent is archived. Restore it to continue.",
  run_failed: "Paused: the last run failed.",
  run_canceled: "Paused: the last run was canceled.",
  run_expired: "Paused: the last run expired.",
};

interface QueuedMessagesProps {
  agentId: string;
  items: readonly FollowUp[];
  paused: PauseReason | undefined;
  canOperate: boolean;
}

/** A message with unsaved changes. They are kept until they are saved, even if the message is sent or deleted meanwhile. */
interface Edit {
  id: string;
  text: string;
}

const editCodec = jsonCodec<Edit | null>((json) => {
  const { id, text } = Object(json);
  return typeof id === "string" && typeof text === "string" ? { id, text } : undefined;
}, null);

/** The unsaved changes, kept in the browser. `isNew`: the user just started to edit. */
function useEdit(agentId: string) {
  const { value, write } = useLocalStore(`draft.queued-message.${agentId}`, editCodec);
  const [isNew, setNew] = useState(false);
  return {
    edit: value,
    isNew,
    change: write,
    start: (edit: Edit) => {
      setNew(true);
      write(edit);
    },
    end: () => {
      setNew(false);
      write(null);
    },
  };
}

/** An agent's queued messages, above the composer. Alt+Up and Alt+Down move the focused one. */
export default function QueuedMessages({ agentId, items, paused, canOperate }: QueuedMessagesProps) {
  const update = useUpdateFollowUp(agentId);
  const remove = useDeleteFollowUp(agentId);
  const sendNow = useSendNow(agentId);
  const resume = useResume(agentId);
  const error = update.error ?? remove.error ?? sendNow.error ?? resume.error;
  const busy = update.isPending || remove.isPending || sendNow.isPending || resume.isPending;
  const { edit, isNew, change, start, end } = useEdit(agentId);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string>(undefined);
  useEffect(() => {
    // Browsers drop the focus of an element that moves.
    if (moved.current === undefined || document.activeElement !== document.body || items.length === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(moved.current)}"] button:enabled`)?.focus();
    moved.current = undefined;
  }, [items]);
  const move = (index: number, step: -1 | 1) => {
    const item = items[index];
    const target = index + step;
    if (busy || !item || target < 0 || target >= items.length) return;
    moved.current = item.id;
    // Moving down places it before the message after the next one.
    update.mutate({ id: item.id, before: items[step < 0 ? target : target + 1]?.id ?? null });
  };
  const isGone = edit !== null && !items.some(({ id }) => id === edit.id);
  if (items.length === 0 && !isGone) return null;
  return (
    <section aria-label="Queued messages" className="border-t bg-background px-4 pt-2">
      <div className="mx-auto max-w-3xl space-y-1.5">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2 text-muted-foreground text-xs">
          <h2 className="font-medium">{counted(items.length, "queued message")}</h2>
          {paused ? (
            <p role="status" className="flex items-center gap-2 text-warning">
              {pauseTexts[paused]}
              {canOperate && canResume(paused) ? (
                <Button size="small" disabled={busy} onClick={() => resume.mutate(undefined)}>
                  <Play aria-hidden />
                  Resume
                </Button>
              ) : null}
            </p>
          ) : null}
        </div>
        {error ? <CallFailure error={error}>Couldn't update the queue.</CallFailure> : null}
        <ol ref={list} className="max-h-[30vh] divide-y overflow-y-auto rounded-md border bg-card">
          {items.map((item, index) => (
            <QueuedMessage
              key={item.id}
              item={item}
              place={{ first: index === 0, last: index === items.length - 1 }}
              edit={edit?.id === item.id ? edit : undefined}
              autoFocus={isNew}
              saving={update.isPending}
              onStart={() => start({ id: item.id, text: item.text })}
              onChange={(text) => change({ id: item.id, text })}
              onCancel={end}
              enabled={canOperate && item.state !== "sending"}
              onMove={(step) => move(index, step)}
              onSave={(saved) => update.mutate(saved, { onSuccess: end })}
              onDelete={() => busy || remove.mutate(item.id)}
              onSendNow={() => busy || sendNow.mutate(item.id)}
            />
          ))}
          {isGone ? (
            <EditedMessage
              text={edit.text}
              autoFocus={isNew}
              onChange={(text) => change({ ...edit, text })}
              onCancel={end}
            >
              <p role="alert" className="text-warning text-xs">
                The message was sent or deleted before your changes were saved. Copy them if you need them.
              </p>
            </EditedMessage>
          ) : null}
        </ol>
      </div>
    </section>
  );
}

interface QueuedMessageProps {
  item: FollowUp;
  place: { first: boolean; last: boolean };
  enabled: boolean;
  edit: Edit | undefined;
  /** The user just started to edit it. */
  autoFocus: boolean;
  saving: boolean;
  onMove: (step: -1 | 1) => void;
  onStart: () => void;
  onChange: (text: string) => void;
  onCancel: () => void;
  onSave: (edit: Edit) => void;
  onDelete: () => void;
  onSendNow: () => void;
}

function QueuedMessage(props: QueuedMessageProps) {
  const { item, place, enabled, edit, autoFocus, saving, onMove, onStart, onChange, onCancel } = props;
  const { onSave, onDelete, onSendNow } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !enabled || edit) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  if (edit) {
    return (
      <EditedMessage
        text={edit.text}
        autoFocus={autoFocus}
        saving={saving}
        onChange={onChange}
        onSave={() => onSave(edit)}
        onCancel={onCancel}
      />
    );
  }
  const extras = [
    item.mode === "plan" ? "Plan" : undefined,
    item.images > 0 ? counted(item.images, "image") : undefined,
    item.mcpServers > 0 ? counted(item.mcpServers, "MCP server") : undefined,
    item.own ? undefined : item.author.name,
    item.state === "sending" ? "Sending…" : undefined,
  ].filter(Boolean);
  return (
    <li
      data-id={item.id}
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1 pl-3 text-sm"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate" title={item.text}>
          {item.text}
        </p>
        {extras.length > 0 ? <p className="truncate text-muted-foreground text-xs">{extras.join(" · ")}</p> : null}
        {item.problem ? <p className="text-danger text-xs">{item.problem}</p> : null}
      </div>
      {enabled ? (
        <div className="flex items-center">
          <Button size="small" variant="ghost" title="Cancel the active run and send this message" onClick={onSendNow}>
            <SendHorizontal aria-hidden />
            Send now
          </Button>
          <IconAction label="Move up" icon={ArrowUp} disabled={place.first} onClick={() => onMove(-1)} />
          <IconAction label="Move down" icon={ArrowDown} disabled={place.last} onClick={() => onMove(1)} />
          {item.own ? <IconAction label="Edit message" icon={Pencil} onClick={onStart} /> : null}
          <IconAction label="Delete message" icon={Trash2} onClick={onDelete} />
        </div>
      ) : null}
    </li>
  );
}

interface IconActionProps {
  label: string;
  icon: typeof ArrowUp;
  disabled?: boolean;
  onClick: () => void;
}

function IconAction({ label, icon: Icon, disabled, onClick }: IconActionProps) {
  return (
    <Button size="smallIcon" variant="ghost" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  );
}

interface EditedMessageProps {
  text: string;
  autoFocus: boolean;
  saving?: boolean;
  onChange: (text: string) => void;
  /** Missing if it can't be saved. */
  onSave?: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

function EditedMessage({ text, autoFocus, saving = false, onChange, onSave, onCancel, children }: EditedMessageProps) {
  const canSave = text.trim() !== "" && !saving;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSave && onSave) onSave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className="space-y-2 p-2">
      <Textarea
        aria-label="Queued message"
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-[20vh] min-h-16"
      />
      {children}
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onCancel}>
          {onSave ? "Cancel" : "Discard"}
        </Button>
        {onSave ? (
          <Button size="small" variant="primary" disabled={!canSave} onClick={onSave}>
            Save message
          </Button>
        ) : null}
      </div>
    </li>
  );
}
