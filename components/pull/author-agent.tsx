"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import Link from "next/link";
import { pullAgentsQuery } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { paths } from "@/lib/model/paths";

/** The agent that opened a pull request, if one did. */
export function AuthorAgent({ name }: { name: PullName }) {
  const agent = useQuery(pullAgentsQuery(name)).data?.author;
  if (!agent) return null;
  return (
    <Link
      href={paths.agent(agent.id)}
      prefetch={false}
      aria-label={`Agent ${agent.name || "Unnamed"}`}
      className="inline-flex min-w-0 max-w-64 items-center gap-1 underline"
    >
      <Bot aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{agent.name || "Unnamed"}</span>
    </Link>
  );
}
