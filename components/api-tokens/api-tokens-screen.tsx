"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadState } from "@/components/ui/load-state";
import { SecretOnce } from "@/components/ui/secret-once";
import type { ApiToken } from "@/lib/contract/dashboard/api-tokens/api-token";
import type { Role } from "@/lib/contract/operation";
import { apiTokensQuery, useRevokeApiToken, userApiTokensQuery } from "./api-token-queries";
import { ApiTokenRow } from "./api-token-row";
import { CreateTokenDialog } from "./create-token-dialog";

interface ApiTokensScreenProps {
  user: { id: string; role: Role };
}

/** The user's API tokens, and for admins those of the other users. */
export function ApiTokensScreen({ user }: ApiTokensScreenProps) {
  const query = useQuery(apiTokensQuery);
  const { data } = query;
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ token: string; expiresAt: string }>();
  const [revoking, setRevoking] = useState<ApiToken>();
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      <section aria-label="Your API tokens" className="space-y-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="max-w-xl text-muted-foreground">
            Scripts and the <code className="font-mono">slipway</code> command use API tokens to act as you. The API is
            described at{" "}
            <a href="/api/openapi.json" className="underline underline-offset-2">
              /api/openapi.json
            </a>
            .
          </p>
          <Button size="small" onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            Create API token
          </Button>
        </div>
        {created ? (
          <SecretOnce
            what="API token"
            secret={created.token}
            expiresAt={created.expiresAt}
            onHide={() => setCreated(undefined)}
          />
        ) : null}
        <LoadState query={query} failed="Couldn't load your API tokens." loading="Loading your API tokens" />
        {data && data.tokens.length === 0 ? <p className="text-muted-foreground">No API tokens yet.</p> : null}
        {data && data.tokens.length > 0 ? (
          <ul className="divide-y rounded-md border">
            {data.tokens.map((token) => (
              <ApiTokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        ) : null}
      </section>
      {user.role === "admin" ? <OtherTokens userId={user.id} onRevoke={setRevoking} /> : null}
      {creating ? (
        <CreateTokenDialog
          role={user.role}
          onClose={() => setCreating(false)}
          onCreated={(secret) => {
            setCreating(false);
            setCreated(secret);
          }}
        />
      ) : null}
      {revoking ? <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </div>
  );
}

function OtherTokens({ userId, onRevoke }: { userId: string; onRevoke: (token: ApiToken) => void }) {
  const query = useQuery(userApiTokensQuery);
  const { data } = query;
  const others = data?.tokens.filter(({ user }) => user.id !== userId);
  return (
    <section aria-label="Other users' API tokens" className="space-y-2">
      <h2 className="font-medium">Other users' API tokens</h2>
      <LoadState
        query={query}
        failed="Couldn't load the API tokens of other users."
        loading="Loading the API tokens of other users"
      />
      {others?.length === 0 ? <p className="text-muted-foreground">No active tokens.</p> : null}
      {others && others.length > 0 ? (
        <ul className="divide-y rounded-md border">
          {others.map((token) => (
            <ApiTokenRow key={token.id} token={token} email={token.user.email} onRevoke={() => onRevoke(token)} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken();
  return (
    <ConfirmDialog
      title={`Revoke API token ${token.name}?`}
      description="Scripts that use it lose access immediately. This can't be undone."
      action="Revoke token"
      pendingLabel="Revoking…"
      pending={revoke.isPending}
      failure={revoke.error}
      errorTitle="Couldn't revoke the token."
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
