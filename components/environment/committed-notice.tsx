"use client";

import { useMutation } from "@tanstack/react-query";
import { GitPullRequest, Rocket } from "lucide-react";
import Link from "next/link";
import type { FileLocation } from "@/components/environment/environment-file";
import { openPullRequest } from "@/components/environment/save-environment";
import { Button } from "@/components/ui/button";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";

interface CommittedNoticeProps {
  /** The file on the branch it was committed to. */
  location: FileLocation;
  /** The branch a new branch was created from. */
  onto: string | undefined;
  /** The repository URL for launching an agent, once known. */
  repositoryUrl: string | undefined;
}

/** Confirms a commit and offers a pull request and a launch. */
export default function CommittedNotice({ location, onto, repositoryUrl }: CommittedNoticeProps) {
  const pull = useMutation({ mutationFn: (base: string) => openPullRequest(callProxy, location, base) });
  return (
    <div className="flex flex-wrap items-center gap-3 border-b bg-success-soft px-4 py-2 text-sm">
      <p role="status" className="text-success">
        Committed to <code className="font-mono">{location.branch}</code>.
        {pull.data ? ` Pull request #${pull.data.number} into ${onto} opened.` : null}
      </p>
      {onto && !pull.data ? (
        <Button size="small" disabled={pull.isPending} onClick={() => pull.mutate(onto)}>
          <GitPullRequest aria-hidden />
          {pull.isPending ? "Creating…" : "Create pull request"}
        </Button>
      ) : null}
      {repositoryUrl ? (
        <Button asChild size="small">
          <Link href={paths.launchOn({ repository: repositoryUrl, reference: location.branch })}>
            <Rocket aria-hidden />
            Launch agent
          </Link>
        </Button>
      ) : null}
      {pull.error ? (
        <p role="alert" className="basis-full text-danger">
          Couldn't create the pull request. {pull.error.message}
        </p>
      ) : null}
    </div>
  );
}
