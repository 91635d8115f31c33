"use client";

import { useState } from "react";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { CallError } from "@/lib/client/call-error";
import { forgetLostFollowUp } from "@/lib/client/queue-follow-up";
import { retryImport } from "@/lib/client/retry-import";
import { CreateRunBody } from "@/lib/contract/agents/create-run";
import type { Mode } from "@/lib/contract/agents/prompt";
import { firstProblem } from "@/lib/contract/errors";
import { useQueueMessage, useSendMessage } from "./follow-up-queue-queries";
import { parseMcpServers } from "./mcp-servers-field";

/** Loaded with the first image of a prompt. */
const loadImages = () => retryImport(() => import("./follow-up-images"));

/** The images of the next prompt. */
function useImages(agentId: string) {
  const draft = useLocalStore(`draft.follow-up-images.${agentId}`, plainText);
  const [open, setOpen] = useState(false);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [preparing, setPreparing] = useState(false);
  return {
    draft,
    open: open || draft.value !== "",
    setOpen,
    rejected,
    problems,
    preparing,
    attach: async (files: readonly File[]) => {
      setOpen(true);
      const { attachFiles } = await loadImages();
      setRejected(await attachFiles(draft, files));
      setProblems({});
    },
    /** A draft's images in the format the API accepts; `undefined` when one can't be sent. */
    prepare: async (text: string) => {
      if (text === "") return {};
      setPreparing(true);
      try {
        const { prepareImages } = await loadImages();
        const prepared = await prepareImages(text);
        setProblems("problems" in prepared ? prepared.problems : {});
        return "problems" in prepared ? undefined : { images: prepared.images };
      } finally {
        setPreparing(false);
      }
    },
    /** Removes images that were sent. */
    sent: (text: string) => {
      if (text !== "") void loadImages().then(({ removeSentImages }) => removeSentImages(draft, text));
      setOpen(false);
      setRejected([]);
    },
  };
}

interface FollowUpOptions {
  blocked: boolean;
  /** True to add the message to the agent's queue. */
  queues: boolean;
  onSent: () => void;
}

/** Sends a prompt, or queues it. If a run started in the meantime, it is queued as well. */
function useSend(agentId: string, queues: boolean) {
  const direct = useSendMessage(agentId);
  const queue = useQueueMessage(agentId);
  return {
    mutate: (body: CreateRunBody, onSuccess: () => void) => {
      // A message that was lost while sent directly is queued once its run works.
      (queues ? direct : queue).reset();
      if (queues) queue.mutate(body, { onSuccess });
      else {
        direct.mutate(body, {
          onSuccess,
          onError: (error) => {
            if (!(error instanceof CallError) || error.code !== "agent_busy") return;
            direct.reset();
            queue.mutate(body, { onSuccess });
          },
        });
      }
    },
    isPending: direct.isPending || queue.isPending,
    error: direct.error ?? queue.error,
    reset: () => {
      direct.reset();
      queue.reset();
      forgetLostFollowUp(agentId);
    },
  };
}

/** State and actions of the follow-up composer: prompt, images, MCP servers, and send. */
export function useFollowUp(agentId: string, { blocked, queues, onSent }: FollowUpOptions) {
  const { value: text, write, forget } = useLocalStore(`draft.follow-up.${agentId}`, plainText);
  const images = useImages(agentId);
  const [mode, setMode] = useState<Mode>("agent");
  const [problem, setProblem] = useState<string>();
  /** `undefined` while the field is hidden. */
  const [servers, setServers] = useState<string>();
  const [serversProblem, setServersProblem] = useState<string>();
  const { mutate, isPending, error, reset } = useSend(agentId, queues);
  const sending = images.preparing || isPending;

  const send = async () => {
    if (blocked || sending) return;
    const body = CreateRunBody.safeParse({ prompt: { text }, mode });
    const mcp = parseMcpServers(servers ?? "");
    setProblem(body.success ? undefined : firstProblem(body.error).message);
    setServersProblem("problem" in mcp ? mcp.problem : undefined);
    const attached = images.draft.read();
    const prepared = await images.prepare(attached);
    if (!body.success || "problem" in mcp || !prepared) return;
    mutate(
      {
        ...body.data,
        prompt: { ...body.data.prompt, ...prepared },
        ...(mcp.servers === undefined ? {} : { mcpServers: mcp.servers }),
      },
      () => {
        forget(text);
        images.sent(attached);
        setServers(undefined);
        onSent();
      },
    );
  };
  return {
    text,
    setText: (next: string) => {
      write(next);
      if (error) reset();
    },
    problem,
    images,
    mode,
    setMode,
    servers,
    serversProblem,
    setServers,
    toggleServers: () => {
      setServers(servers === undefined ? "" : undefined);
      setServersProblem(undefined);
    },
    sending,
    error,
    send,
  };
}
