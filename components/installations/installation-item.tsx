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
import type { NamespaceInstallation } from "@/lib/contract/admin/list-installations";
import { counted } from "@/lib/model/plural";
import { settingsPaths } from "@/lib/model/settings-paths";

const AddRepositoriesDialog = lazy(() => retryImport(() => import("./add-repositories-dialog")));
const ReceiptDialog = lazy(() => retryImport(() => import("./receipt-dialog")));
const RemoveInstallationDialog = lazy(() => retryImport(() => import("./remove-installation-dialog")));

type DialogName = "repositories" | "receipt" | "remove";

/** One installation: its access, who approved it, and the actions on it. */
export function InstallationItem({ installation }: { installation: NamespaceInstallation }) {
  const { app, target, suspendedAt } = installation;
  const [open, setOpen] = useState<DialogName>();
  const close = () => setOpen(undefined);
  return (
    <article aria-label={`${app.displayName} in ${target.slug}`} className="space-y-2 rounded-md border p-3">
      <header className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-1">
          <h2 className="min-w-0 break-words font-medium">{app.displayName}</h2>
          <span className="text-muted-foreground">
            of {app.namespaceSlug}, in {target.slug}
          </span>
          {suspendedAt ? <Badge tone="warning">Suspended</Badge> : <Badge tone="success">Active</Badge>}
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
  const suspended = installation.suspendedAt !== undefined;
  const change = (value: boolean) =>
    suspend.mutate(value, {
      onSuccess: () =>
        value
          ? toast.success(`${app.displayName} can't act in ${target.slug} until you let it.`, {
              action: { label: "Undo", onClick: () => change(false) },
            })
          : toast.success(`${app.displayName} may act in ${target.slug} again.`),
      onError: (error) => toast.error("Nothing was changed.", { description: error.message }),
    });
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`More about ${app.displayName} in ${target.slug}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem disabled={repositories === undefined || suspended} onSelect={() => onOpen("repositories")}>
        <FolderPlus aria-hidden />
        Add repositories
      </MenuItem>
      <MenuItem asChild>
        <Link href={settingsPaths.installApp({ appId: app.id, scopes })} prefetch={false}>
          <SlidersHorizontal aria-hidden />
          Agree anew
        </Link>
      </MenuItem>
      <MenuItem disabled={app.installationRedirectUris.length === 0} onSelect={() => onOpen("receipt")}>
        <Receipt aria-hidden />
        New receipt
      </MenuItem>
      <MenuItem onSelect={() => change(!suspended)}>
        {suspended ? <Play aria-hidden /> : <Pause aria-hidden />}
        {suspended ? "Let it act again" : "Suspend"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onOpen("remove")}>
        <Trash2 aria-hidden />
        Remove
      </MenuItem>
    </Menu>
  );
}

function Facts({ installation }: { installation: NamespaceInstallation }) {
  const { id, scopes, installedBy, repositories, createdAt, updatedAt, suspendedAt } = installation;
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">Reaches</dt>
      <dd className="break-words">
        {repositories === undefined
          ? "All repositories, also those to come"
          : repositories.map(({ name }) => name).join(", ") || "No repository"}
      </dd>
      <dt className="text-muted-foreground">May</dt>
      <dd>
        <details>
          <summary className="cursor-default">
            {counted(scopes.length, "thing")}
            {scopes.some((scope) => scope.endsWith(":write")) ? ", some of which change something" : ", all reading"}
          </summary>
          <ul className="mt-1 list-inside list-disc">
            {scopes.map((scope) => (
              <li key={scope} title={scope}>
                {scopeLabel(scope)}
              </li>
            ))}
          </ul>
        </details>
      </dd>
      <dt className="text-muted-foreground">Agreed</dt>
      <dd className="break-words">
        {installedBy ? `by ${installedBy.email || installedBy.id}, ` : "by nobody by name, "}
        <RelativeTime iso={createdAt} />
        {updatedAt === createdAt ? null : (
          <>
            , changed <RelativeTime iso={updatedAt} />
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
      <dt className="text-muted-foreground">Id</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} what="installation id" />
      </dd>
    </dl>
  );
}
