"use client";

import { EllipsisVertical, FolderPlus, Pause, Play, Receipt, SlidersHorizontal, Trash2 } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { scopeLabel } from "@/components/apps/scope-labels";
import { useSuspendInstallation } from "@/components/installations/installation-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { retryImport } from "@/lib/client/retry-import";
import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";

import { settingsPaths } from "@/lib/model/settings-paths";
import { accessText, installationLabels, installationState, permissionSummary } from "./installation-labels";

const AddRepositoriesDialog = lazy(() => retryImport(() => import("./add-repositories-dialog")));
const ReceiptDialog = lazy(() => retryImport(() => import("./receipt-dialog")));
const RemoveInstallationDialog = lazy(() => retryImport(() => import("./remove-installation-dialog")));

type DialogName = "repositories" | "receipt" | "remove";

/** One installation: its access, who approved it, and the actions on it. */
export function InstallationItem({ installation }: { installation: NamespaceInstallation }) {
  const { app, target } = installation;
  const { label, tone } = installationLabels[installationState(installation)];
  const [open, setOpen] = useState<DialogName>();
  const close = () => setOpen(undefined);
  return (
    <article aria-label={`${app.displayName} in ${target.slug}`} className="space-y-2 rounded-md border p-3">
      <header className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-1">
          <h2 className="min-w-0 break-words font-medium">{app.displayName}</h2>
          <span className="text-muted-foreground">
            by {app.namespaceSlug}, in {target.slug}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <span>
          <Actions installation={installation} onOpen={setOpen} />
        </span>
      </header>
      <Facts installation={installation} />
      <Suspense fallback={null}>
        {open === "repositories" ? <AddRepositoriesDialog installation={installation} onClose={close} /> : null}
        {open === "receipt" ? <ReceiptDialog installation={installation} onClose={close} /> : null}
        {open === "remove" ? <RemoveInstallationDialog installation={installation} onClose={close} /> : null}
      </Suspense>
    </article>
  );
}

interface ActionsProps {
  installation: NamespaceInstallation;
  onOpen: (dialog: DialogName) => void;
}

function Actions({ installation, onOpen }: ActionsProps) {
  const { id, app, target, scopes, repositories } = installation;
  const suspend = useSuspendInstallation(id);
  const state = installationState(installation);
  const isSuspended = state === "suspended";
  const setSuspended = (value: boolean) => {
    const { done, failed } = installationLabels[value ? "active" : "suspended"];
    suspend.mutate(value, {
      onSuccess: () =>
        toast.success(
          done(app.displayName, target.slug),
          value ? { action: { label: "Undo", onClick: () => setSuspended(false) } } : {},
        ),
      onError: (error) => toast.error(failed, { description: error.message }),
    });
  };
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More actions for ${app.displayName} in ${target.slug}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem disabled={repositories === undefined || isSuspended} onSelect={() => onOpen("repositories")}>
        <FolderPlus aria-hidden />
        Add repositories
      </MenuItem>
      <MenuItem asChild>
        <Link href={settingsPaths.installApp({ appId: app.id, scopes })} prefetch={false}>
          <SlidersHorizontal aria-hidden />
          Update permissions
        </Link>
      </MenuItem>
      <MenuItem disabled={app.installationRedirectUris.length === 0} onSelect={() => onOpen("receipt")}>
        <Receipt aria-hidden />
        New receipt
      </MenuItem>
      <MenuItem onSelect={() => setSuspended(!isSuspended)}>
        {isSuspended ? <Play aria-hidden /> : <Pause aria-hidden />}
        {installationLabels[state].action}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onOpen("remove")}>
        <Trash2 aria-hidden />
        Uninstall
      </MenuItem>
    </Menu>
  );
}

function Facts({ installation }: { installation: NamespaceInstallation }) {
  const { id, scopes, installedBy, repositories, createdAt, updatedAt, suspendedAt } = installation;
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">Repository access</dt>
      <dd className="break-words">{accessText(repositories)}</dd>
      <dt className="text-muted-foreground">Permissions</dt>
      <dd>
        <details>
          <summary className="cursor-default">{permissionSummary(scopes)}</summary>
          <ul className="mt-1 list-inside list-disc">
            {scopes.map((scope) => (
              <li key={scope} title={scope}>
                {scopeLabel(scope)}
              </li>
            ))}
          </ul>
        </details>
      </dd>
      <dt className="text-muted-foreground">Installed</dt>
      <dd className="break-words">
        {installedBy ? `by ${installedBy.email || installedBy.id}, ` : "by system, "}
        <RelativeTime iso={createdAt} />
        {updatedAt === createdAt ? null : (
          <>
            , updated <RelativeTime iso={updatedAt} />
          </>
        )}
      </dd>
      {suspendedAt ? (
        <>
          <dt className="text-muted-foreground">Suspended</dt>
          <dd>
            <RelativeTime iso={suspendedAt} />
          </dd>
        </>
      ) : null}
      <dt className="text-muted-foreground">ID</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} what="installation ID" />
      </dd>
    </dl>
  );
}
