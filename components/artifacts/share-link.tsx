"use client";

import { Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";
import { callProxy } from "@/lib/client/call";

const downloadArtifact = () =>
  import("@/lib/contract/agents/download-artifact").then((entry) => entry.downloadArtifact);

interface ShareLinkProps {
  agentId: string;
  path: string;
}

function remainingText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** Creates a temporary link to share an artifact and shows when it expires. */
export function ShareLink({ agentId, path }: ShareLinkProps) {
  const [link, setLink] = useState<{ url: string; expiresAt: string }>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (!link) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [link]);

  const createLink = async () => {
    setPending(true);
    setProblem(undefined);
    try {
      setLink(await callProxy(downloadArtifact, { params: { id: agentId }, query: { path } }));
      setNow(Date.now());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't create a link.");
    } finally {
      setPending(false);
    }
  };
  const left = link ? Date.parse(link.expiresAt) - now : 0;

  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" disabled={pending} onClick={createLink}>
          <Link2 aria-hidden />
          {link ? "Create new link" : "Create share link"}
        </Button>
        {link && left > 0 ? (
          <>
            <Input
              readOnly
              aria-label="Temporary link"
              value={link.url}
              onFocus={({ target }) => target.select()}
              className="h-7 min-w-40 flex-1 font-mono text-xs"
            />
            <CopyButton text={link.url} what="temporary link" />
          </>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="text-danger text-xs">
          {problem}
        </p>
      ) : link ? (
        <p className="text-muted-foreground text-xs">
          {left > 0
            ? `Anyone with the link can view the file. Expires in ${remainingText(left)}.`
            : "The link has expired. Create a new one."}
        </p>
      ) : null}
    </div>
  );
}
