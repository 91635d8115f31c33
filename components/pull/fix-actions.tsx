"use client";

import { useQuery } from "@tanstack/react-query";
import { Undo2, Wrench } from "lucide-react";
import Link from "next/link";
import { pullAgentsQuery } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/lib/model/paths";
import { useSendBack } from "./use-send-back";

/**
 * Sends a pull request's problems to the agent that opened it, which still has its context and workspace. Users can start
 * a new agent instead, or if no agent opened it.
 */
export function FixActions({ name }: { name: PullName }) {
  const { data } = useQuery(pullAgentsQuery(name));
  const { mutate, isPending } = useSendBack(name);
  const author = data?.author?.archived ? undefined : data?.author;
  const sendBack = () => {
    if (!author) return;
    mutate(author.id, {
      onSuccess: ({ state }) =>
        toast.success(state === "sent" ? "Sent to the agent." : "Queued. The agent receives it when it's idle.", {
          description: author.name,
        }),
      onError: (error) => toast.error("Couldn't send to the agent.", { description: error.message }),
    });
  };
  return (
    <>
      {author ? (
        <Button size="small" disabled={isPending} title={`Send to ${author.name}`} onClick={sendBack}>
          <Undo2 aria-hidden />
          {isPending ? "Sending…" : "Send to agent"}
        </Button>
      ) : null}
      <Button asChild size="small" variant={author ? "ghost" : "secondary"}>
        <Link href={paths.fixPull(name)} prefetch={false}>
          <Wrench aria-hidden />
          {author ? "Fix with a new agent" : "Fix with an agent"}
        </Link>
      </Button>
    </>
  );
}
