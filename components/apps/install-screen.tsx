"use client";

import { useQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { appQuery, receiptCheckQuery, useInstallApp } from "@/components/apps/app-queries";
import { hostedRepositoriesQuery, namespacesQuery } from "@/components/repositories/repository-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Options } from "@/components/ui/options";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { SelectField } from "@/components/ui/text-field";
import { callProxy } from "@/lib/client/call";
import type { App } from "@/lib/contract/hosting/apps/app";
import { settingsPaths } from "@/lib/model/settings-paths";
import { type InstallConsent, type InstallRequest, parseInstallRequest } from "./install-request";
import { isWriteScope, scopeLabel } from "./scope-labels";

/** Where an admin reviews the scopes an app requests, chooses repositories and installs it. */
export function InstallScreen({ request, user }: { request: InstallRequest; user: string }) {
  const app = useQuery(appQuery(request.appId));
  const consent = app.data ? parseInstallRequest(request, app.data) : undefined;
  return (
    <div>
      <PageHeader
        title={app.data ? `Install ${app.data.displayName}` : "Install app"}
        parents={[
          { name: "Settings", path: settingsPaths.sessions() },
          { name: "Apps", path: settingsPaths.apps() },
        ]}
      />
      <div className="max-w-content space-y-4 p-4">
        {request.appId === "" ? (
          <EmptyState icon={Blocks} title="Invalid installation link">
            The link doesn't include an app. Ask the publisher for a new one.
          </EmptyState>
        ) : null}
        {app.error ? (
          <CallFailure error={app.error} onRetry={() => app.refetch()}>
            Couldn't load the app.
          </CallFailure>
        ) : null}
        {app.isLoading ? <SkeletonRows label="Loading app" /> : null}
        {consent && "problem" in consent ? (
          <ErrorNotice title="Invalid installation link">{consent.problem}</ErrorNotice>
        ) : null}
        {app.data && consent && !("problem" in consent) ? (
          <Consent app={app.data} consent={consent} request={request} user={user} />
        ) : null}
      </div>
    </div>
  );
}

interface ConsentProps {
  app: App;
  consent: InstallConsent;
  request: InstallRequest;
  user: string;
}

function Consent({ app, consent, request, user }: ConsentProps) {
  const namespaces = useQuery(namespacesQuery(callProxy));
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const [owner, setOwner] = useState("");
  const [selection, setSelection] = useState<"all" | "selected">("all");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, error, data: installed } = useInstallApp();
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const namespaceSlug = owner || slugs[0] || "";
  const ownRepositories = (repositories.data ?? []).filter((repo) => repo.owner.slug === namespaceSlug);
  const named = ownRepositories.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const ready = namespaceSlug !== "" && (selection === "all" || named.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isPending) return;
    mutate({
      namespaceSlug,
      appId: app.id,
      scopes: consent.scopes,
      installedBy: user,
      ...(selection === "selected" ? { repositories: named } : {}),
      ...(consent.redirectUri ? { redirectUri: consent.redirectUri, state: request.state || undefined } : {}),
    });
  };
  if (installed) return <Installed app={app} installation={installed} state={request.state} />;
  return (
    <form onSubmit={submit} aria-label="Consent" className="max-w-2xl space-y-4">
      {error ? <CallFailure error={error}>Couldn't install the app.</CallFailure> : null}
      <AppSummary app={app} request={request} />
      <ScopeList scopes={consent.scopes} />
      <SelectField label="Namespace" value={namespaceSlug} onValue={setOwner}>
        <Options values={slugs} />
      </SelectField>
      <Segmented
        label="Repositories"
        value={selection}
        options={[
          { value: "all", label: "All current and future" },
          { value: "selected", label: "Selected repositories" },
        ]}
        onChange={setSelection}
      />
      {selection === "selected" ? (
        <RepositoryChoice repositories={ownRepositories} chosen={chosen} onChange={setChosen} />
      ) : null}
      {consent.redirectUri ? (
        <p className="break-all text-muted-foreground text-xs">
          You'll be redirected to <span className="font-mono">{new URL(consent.redirectUri).host}</span>.
        </p>
      ) : null}
      <Button type="submit" variant="primary" disabled={!ready || isPending}>
        {isPending ? "Installing…" : `Install in ${namespaceSlug || "…"}`}
      </Button>
    </form>
  );
}

interface InstalledProps {
  app: App;
  installation: NonNullable<ReturnType<typeof useInstallApp>["data"]>;
  state: string;
}

function Installed({ app, installation: { id, target, redirectUrl }, state }: InstalledProps) {
  return (
    <div className="space-y-3">
      <p role="status" className="text-sm">
        {app.displayName} installed in {target.slug}.
      </p>
      {redirectUrl ? (
        <RedirectToApp installationId={id} appId={app.id} redirectUrl={redirectUrl} state={state} />
      ) : null}
    </div>
  );
}

function AppSummary({ app, request }: { app: App; request: InstallRequest }) {
  return (
    <div className="space-y-1 text-sm">
      <p>
        <span className="font-medium">{app.displayName}</span> is published by{" "}
        <span className="font-mono">{app.namespaceSlug}</span>.
      </p>
      {app.description ? <p className="break-words text-muted-foreground">{app.description}</p> : null}
      {request.summary ? <p className="break-words">Publisher's note: “{request.summary}”</p> : null}
      {request.includeGranted ? (
        <p className="text-muted-foreground">
          The app requests additional permissions. The list below replaces its current permissions.
        </p>
      ) : null}
    </div>
  );
}

function ScopeList({ scopes }: { scopes: InstallConsent["scopes"] }) {
  return (
    <section aria-label="Permissions" className="rounded-md border">
      <h2 className="border-b px-3 py-2 font-medium text-sm">Permissions</h2>
      <ul className="divide-y">
        {scopes.map((scope) => (
          <li key={scope} className="flex flex-wrap items-center gap-2 px-3 py-1.5 text-sm">
            {scopeLabel(scope)}
            {isWriteScope(scope) ? <Badge tone="warning">Write</Badge> : null}
            <code className="ml-auto break-all font-mono text-muted-foreground text-xs">{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RepositoryChoiceProps {
  repositories: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function RepositoryChoice({ repositories, chosen, onChange }: RepositoryChoiceProps) {
  return (
    <fieldset className="space-y-1">
      <legend className="sr-only">Repository access</legend>
      {repositories.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.has(id)}
          onChange={(on) => onChange(new Set(on ? [...chosen, id] : [...chosen].filter((each) => each !== id)))}
        />
      ))}
      {repositories.length === 0 ? <p className="text-muted-foreground text-sm">No repositories yet.</p> : null}
    </fieldset>
  );
}

/** Redirects to the app once its receipt has been verified. */
function RedirectToApp(props: Parameters<typeof receiptCheckQuery>[0]) {
  const { isSuccess, error, refetch } = useQuery(receiptCheckQuery(props));
  const { redirectUrl } = props;
  useEffect(() => {
    if (isSuccess) window.location.assign(redirectUrl);
  }, [isSuccess, redirectUrl]);
  if (error) {
    return (
      <CallFailure error={error} onRetry={() => refetch()}>
        Couldn't verify the installation receipt, so you weren't redirected to the app.
      </CallFailure>
    );
  }
  return <p className="text-muted-foreground text-sm">Redirecting to the app…</p>;
}
