"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import type { Run } from "@/lib/contract/agents/run";

interface PortPreviewsProps {
  run: Pick<Run, "id" | "agentId">;
  ports: readonly { name?: string | undefined; port: number }[];
}

/** Opens the ports of an active run's environment in new tabs, which have no access to this page. */
export function PortPreviews({ run, ports }: PortPreviewsProps) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (port: number) =>
      callProxy(openPortPreview, { params: { id: run.agentId, runId: run.id, port: String(port) } }),
    onSuccess: ({ url }) => void window.open(url, "_blank", "noopener,noreferrer"),
    onError: (error) => toast.error("Couldn't open the preview.", { description: error.message }),
  });
  return (
    <ul aria-label="Port previews" className="flex flex-wrap gap-2">
      {ports.map(({ name, port }) => (
        <li key={port}>
          <Button size="small" disabled={isPending && variables === port} onClick={() => mutate(port)}>
            <ExternalLink aria-hidden />
            {name ? `Open ${name} (port ${port})` : `Open port ${port}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
