"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { appQuery } from "@/components/apps/app-queries";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { LoadState } from "@/components/ui/load-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { retryImport } from "@/lib/client/retry-import";
import { settingsPaths } from "@/lib/model/settings-paths";
import { scopeLabel } from "./scope-labels";
import { SigningKeys } from "./signing-keys";

const EditAppDialog = lazy(() => retryImport(() => import("./edit-app-dialog")));
const DeleteAppDialog = lazy(() => retryImport(() => import("./delete-app-dialog")));

/** An app's settings, as its publisher sees them. */
export function AppScreen({ appId }: { appId: string }) {
  const query = useQuery(appQuery(appId));
  const { data: app } = query;
  const [open, setOpen] = useState<"edit" | "delete">();
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      <LoadState query={query} failed="Couldn't load the app." loading="Loading app" />
      {app ? (
        <>
          <section aria-label={app.displayName} className="space-y-3">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="min-w-0 flex-1 break-words font-semibold text-base">{app.displayName}</h2>
              <Button size="small" onClick={() => setOpen("edit")}>
                <Pencil aria-hidden />
                Edit
              </Button>
              <Button size="small" variant="danger" onClick={() => setOpen("delete")}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </div>
            {app.description ? <p className="break-words text-muted-foreground">{app.description}</p> : null}
            <dl className="grid gap-x-4 gap-y-1.5 grid-cols-[6.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)]">
              <dt className="text-muted-foreground">App ID</dt>
              <dd className="flex min-w-0 items-center gap-1">
                <code className="truncate font-mono text-xs">{app.id}</code>
                <CopyButton text={app.id} what="app ID" />
              </dd>
              <dt className="text-muted-foreground">Namespace</dt>
              <dd>{app.namespaceSlug}</dd>
              <dt className="text-muted-foreground">Website</dt>
              <dd className="break-all">{app.websiteUrl || "None"}</dd>
              <dt className="text-muted-foreground">Webhook</dt>
              <dd className="break-all">{app.webhookUrl || "None"}</dd>
              <dt className="text-muted-foreground">Redirect URIs</dt>
              <dd className="break-all">{app.installationRedirectUris.join(", ") || "None"}</dd>
              <dt className="text-muted-foreground">Default permissions</dt>
              <dd>
                {app.defaultScopes.length === 0 ? "Repository names only" : null}
                <ul>
                  {app.defaultScopes.map((scope) => (
                    <li key={scope}>{scopeLabel(scope)}</li>
                  ))}
                </ul>
              </dd>
              <dt className="text-muted-foreground">Updated</dt>
              <dd>
                <RelativeTime iso={app.updatedAt} />
              </dd>
            </dl>
            <p>
              <Link href={settingsPaths.installApp({ appId: app.id })} prefetch={false} className="underline">
                Install app
              </Link>{" "}
              <span className="text-muted-foreground">or send the link to an admin.</span>
            </p>
          </section>
          <SigningKeys appId={app.id} />
          <Suspense fallback={null}>
            {open === "edit" ? <EditAppDialog app={app} onClose={() => setOpen(undefined)} /> : null}
            {open === "delete" ? <DeleteAppDialog app={app} onClose={() => setOpen(undefined)} /> : null}
          </Suspense>
        </>
      ) : null}
    </div>
  );
}
