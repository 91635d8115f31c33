"use client";

import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useRetry } from "./use-retry";

interface RetryButtonProps {
  agentId: string;
  name: string;
  className?: string;
}

/** Repeats a run that didn't finish, in the same agent. */
export function RetryButton({ agentId, name, className }: RetryButtonProps) {
  const { mutate, isPending } = useRetry(agentId);
  return (
    <Button
      size="small"
      className={className}
      disabled={isPending}
      aria-label={`Retry: ${name}`}
      title="Send the prompt of the last run again"
      onClick={() => mutate()}
    >
      <RotateCw aria-hidden />
      {isPending ? "Retrying…" : "Retry"}
    </Button>
  );
}
