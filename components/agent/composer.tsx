"use client";

import { ArrowUp, ImagePlus, Plug } from "lucide-react";
import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from "react";
import { useSendFollowUp } from "@/components/agent/agent-mutations";
import { DropArea } from "@/components/images/drop-area";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { plainText, useLocalStore } from "@/components/ui/local-store";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import { isLostAnswer } from "@/lib/client/call-error";
import { patiently } from "@/lib/client/retry-import";
import { CreateRunBody } from "@/lib/contract/agents/create-run";
import type { Mode } from "@/lib/contract/agents/prompt";
import { firstProblem } from "@/lib/contract/errors";
import { readToolServers, ToolServersField } from "./tool-servers-field";

interface ComposerProps {
  agentId: string;
  /** Why nothing can be sent now; absent when it can. */
  blocked: string | undefined;
  /** What may be done about that. */
  remedy?: ReactNode;
  onSent: () => void;
}

const modes: readonly { value: Mode; label: string }[] = [
  { value: "agent", label: "Agent" },
  { value: "plan", label: "Plan" },
];

/** Loaded with the first image of a prompt. */
const followUpImages = () => patiently(() => import("./follow-up-images"));
const FollowUpImageField = lazy(() => patiently(() => import("./follow-up-image-field")));

/** The field for the next prompt. What is typed stays until it was sent, also when it can't be sent yet. */
export function Composer({ agentId, blocked, remedy, onSent }: ComposerProps) {
  const { value: text, write, forget } = useLocalStore(`draft.follow-up.${agentId}`, plainText);
  const pictures = useLocalStore(`draft.follow-up-images.${agentId}`, plainText);
  const [picturing, setPicturing] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [pictureProblems, setPictureProblems] = useState<Readonly<Record<string, string>>>({});
  const [preparing, setPreparing] = useState(false);
  const [mode, setMode] = useState<Mode>("agent");
  const [problem, setProblem] = useState<string>();
  /** Absent while the field is not shown. */
  const [servers, setServers] = useState<string>();
  const [serversProblem, setServersProblem] = useState<string>();
  const { mutate, isPending, error, reset } = useSendFollowUp(agentId);
  const id = useId();
  const sending = preparing || isPending;

  const attach = async (files: readonly File[]) => {
    setPicturing(true);
    const { attachFiles } = await followUpImages();
    setRefused(await attachFiles(pictures, files));
    setPictureProblems({});
  };
  /** The images as they are sent; nothing when something stands against them. */
  const prepare = async (kept: string) => {
    if (kept === "") return {};
    setPreparing(true);
    try {
      const { prepareImages } = await followUpImages();
      const prepared = await prepareImages(kept);
      setPictureProblems("problems" in prepared ? prepared.problems : {});
      return "problems" in prepared ? undefined : { images: prepared.images };
    } finally {
      setPreparing(false);
    }
  };
  const send = async () => {
    if (blocked || sending) return;
    const body = CreateRunBody.safeParse({ prompt: { text }, mode });
    const read = readToolServers(servers ?? "");
    setProblem(body.success ? undefined : firstProblem(body.error).message);
    setServersProblem("problem" in read ? read.problem : undefined);
    const kept = pictures.read();
    const given = await prepare(kept);
    if (!body.success || "problem" in read || !given) return;
    mutate(
      {
        ...body.data,
        prompt: { ...body.data.prompt, ...given },
        ...(read.servers === undefined ? {} : { mcpServers: read.servers }),
      },
      {
        onSuccess: () => {
          forget(text);
          if (kept !== "") void followUpImages().then(({ forgetSent }) => forgetSent(pictures, kept));
          setPicturing(false);
          setRefused([]);
          setServers(undefined);
          onSent();
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const described = [problem && `${id}-problem`, blocked && `${id}-blocked`].filter(Boolean).join(" ");

  return (
    <form onSubmit={onSubmit} noValidate aria-label="Follow-up" className="border-t bg-background px-4 py-3">
      <DropArea className="mx-auto max-w-3xl space-y-2" onFiles={(files) => void attach(files)}>
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
        {picturing || pictures.value !== "" ? (
          <div className="max-h-[30vh] overflow-y-auto">
            <Suspense fallback={null}>
              <FollowUpImageField
                draft={pictures}
                problems={pictureProblems}
                refused={refused}
                onFiles={(files) => void attach(files)}
              />
            </Suspense>
          </div>
        ) : null}
        {servers === undefined ? null : (
          <ToolServersField text={servers} problem={serversProblem} onChange={setServers} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="flex items-center gap-2">
            <Segmented label="Mode" value={mode} options={modes} onChange={setMode} />
            {pictures.value === "" ? (
              <Button
                variant="quiet"
                size="small"
                aria-label="Images"
                aria-expanded={picturing}
                onClick={() => setPicturing(!picturing)}
              >
                <ImagePlus aria-hidden />
                <span className="hidden sm:inline">Images</span>
              </Button>
            ) : null}
            <Button
              variant="quiet"
              size="small"
              aria-label="MCP servers"
              aria-expanded={servers !== undefined}
              onClick={() => {
                setServers(servers === undefined ? "" : undefined);
                setServersProblem(undefined);
              }}
            >
              <Plug aria-hidden />
              <span>
                MCP<span className="hidden sm:inline"> servers</span>
              </span>
            </Button>
          </div>
          <div className="ml-auto flex items-center gap-3">
            <p id={`${id}-blocked`} className="text-muted-foreground text-xs">
              {blocked ?? <span className="hidden sm:inline">Ctrl Enter sends</span>}
            </p>
            {remedy}
            <Button type="submit" variant="primary" disabled={blocked !== undefined || sending}>
              <ArrowUp aria-hidden />
              {sending ? "Sending…" : "Send"}
            </Button>
          </div>
        </div>
      </DropArea>
    </form>
  );
}

function Refused({ error }: { error: Error }) {
  return (
    <CallFailure error={error}>
      {isLostAnswer(error)
        ? "Whether a run was started is not known; if it was, it appears above. What you typed is kept."
        : "No run was started. What you typed is kept."}
    </CallFailure>
  );
}
