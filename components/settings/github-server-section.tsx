"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { GitHubServer } from "@/lib/contract/admin/github-apps/github-server";
import { useDeleteGitHubApp } from "./github-queries";

const repositoryLabels: Readonly<Record<string, string>> = {
  all: "All repositories",
  selected: "Selected repositories",
};

function OutLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 text-primary underline underline-offset-2"
    >
      {children}
      <ExternalLink aria-hidden className="size-3" />
    </a>
  );
}

/** A GitHub server with its app and its installations. */
export function GitHubServerSection({ server }: { server: GitHubServer }) {
  const { host, hasToken, app, installations, problem } = server;
  return (
    <section aria-label={host} className="space-y-3 rounded-md border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-medium">{host}</h3>
        {hasToken ? <Badge tone="neutral">GITHUB_TOKENS</Badge> : null}
        {app ? <Badge tone="success">GitHub App</Badge> : null}
      </div>
      {app ? (
        <>
          <p className="text-muted-foreground">
            {app.name}, owned by {app.owner}. <Webhooks app={app} />
          </p>
          {problem ? <ErrorNotice title="Couldn't load the installations.">{problem}</ErrorNotice> : null}
          <ul className="divide-y">
            {installations.map((installation) => (
              <li key={installation.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <span className="font-medium">{installation.account}</span>
                <span className="text-muted-foreground">
                  {repositoryLabels[installation.repositories] ?? installation.repositories}
                </span>
                {installation.suspended ? <Badge tone="danger">Suspended</Badge> : null}
                {installation.missing.length > 0 ? (
                  <span className="text-warning">Missing permissions: {installation.missing.join(", ")}</span>
                ) : null}
                <span className="ml-auto">
                  <OutLink href={installation.url}>Configure</OutLink>
                </span>
              </li>
            ))}
          </ul>
          {installations.length === 0 && !problem ? <p>Not installed on any account yet.</p> : null}
          <div className="flex flex-wrap items-center gap-3">
            <OutLink href={app.installUrl}>Install on an account</OutLink>
            <DeleteApp host={host} name={app.name} />
          </div>
        </>
      ) : null}
    </section>
  );
}

function Webhooks({ app: { webhooks, receivedAt } }: { app: NonNullable<GitHubServer["app"]> }) {
  if (!webhooks) return <>No webhooks, because GitHub can&apos;t reach the service: pull requests are polled.</>;
  return receivedAt ? (
    <>
      Last webhook received <RelativeTime iso={receivedAt} />.
    </>
  ) : (
    <>No webhook received yet.</>
  );
}

function DeleteApp({ host, name }: { host: string; name: string }) {
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error } = useDeleteGitHubApp();
  return (
    <>
      <Button size="small" variant="danger" className="ml-auto" onClick={() => setOpen(true)}>
        Delete app
      </Button>
      {open ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          description={`Agents can no longer use repositories on ${host} without a token in GITHUB_TOKENS, and users' accounts are disconnected. The app stays on GitHub until its owner deletes it there.`}
          action="Delete app"
          pendingLabel="Deleting…"
          pending={isPending}
          failure={error}
          errorTitle="Couldn't delete the app."
          onClose={() => setOpen(false)}
          onConfirm={() => mutate(host, { onSuccess: () => setOpen(false) })}
        />
      ) : null}
    </>
  );
}
