"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Command } from "@/components/ui/command-block";
import { Field } from "@/components/ui/field";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { SecretOnce } from "@/components/ui/secret-once";
import { useClaim } from "@/components/workers/worker-mutations";
import { workersQuery } from "@/components/workers/worker-queries";
import { CallError } from "@/lib/client/call-error";
import type { Worker } from "@/lib/contract/pools/worker";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { sessionTokenPlaceholder, startCommand, type WorkerStart } from "@/lib/model/queue/start-command";
import { ReleaseClaim } from "./release-claim";

/** A claim created by this form, with its token until the user hides it. */
interface Claim {
  workerId: string;
  withToken: boolean;
  token?: string | undefined;
  expiresAt?: string | undefined;
}

interface ClaimFormProps {
  row: QueueRow;
  /** False once it has left the queue and can no longer be claimed. */
  waits: boolean;
  start: WorkerStart;
  canRelease: boolean;
  onChange: (claiming: "pending" | "claimed") => void;
}

const option = ({ workerId, name, isInUse, repoOwner, repoName }: Worker): ComboboxOption => ({
  value: workerId,
  label: name ?? workerId,
  detail: `${isInUse ? "in use" : "idle"} · ${repoOwner ? `${repoOwner}/${repoName}` : "any repository"} · ${workerId}`,
});

const newWorker = (text: string): ComboboxOption | undefined =>
  text === "" ? undefined : { value: text, label: text, detail: "Start a worker with this ID" };

/** Reserves a request for one worker: a connected one, or one to start. */
export function ClaimForm({ row, waits, start, canRelease, onChange }: ClaimFormProps) {
  const [workerId, setWorkerId] = useState("");
  const [withToken, setWithToken] = useState(false);
  const { data } = useQuery(workersQuery);
  const [claim, setClaim] = useState<Claim>();
  const { mutate, error, isPending, reset } = useClaim();
  const workers = data?.workers ?? [];
  if (claim) {
    const isConnected = workers.some((worker) => worker.workerId === claim.workerId);
    return (
      <div className="space-y-3">
        <Claimed
          claim={claim}
          isConnected={isConnected}
          command={startCommand(start, {
            pool: row.pool,
            workerId: claim.workerId,
            token: claim.withToken ? sessionTokenPlaceholder : undefined,
          })}
          onHideToken={() => setClaim({ ...claim, token: undefined })}
        />
        {canRelease ? <ReleaseClaim requestId={row.id} onReleased={() => setClaim(undefined)} /> : null}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange("pending");
    mutate(
      { id: row.id, workerId, sessionToken: withToken },
      {
        onSuccess: ({ token, expiresAt }) => {
          setClaim({ workerId, withToken, token, expiresAt });
          reset();
          onChange("claimed");
        },
      },
    );
  };
  const field = error instanceof CallError && error.field === "workerId" ? error.message : undefined;
  const lost = error instanceof CallError && (error.status === 409 || error.status === 404);
  const failure =
    error && !field ? (
      <CallFailure error={error}>
        {lost ? "The agent is already claimed or has left the queue." : "Couldn't claim the agent."}
      </CallFailure>
    ) : null;
  if (!waits && !isPending) return failure;
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      {failure}
      <Field
        label="Claim for a worker"
        error={field}
        hint="Choose a connected worker, or enter the ID of one you'll start."
      >
        {(control) => (
          <Combobox
            control={control}
            name="Claim for a worker"
            value={workerId}
            options={workers.map(option)}
            onChange={setWorkerId}
            placeholder="Choose a worker"
            free={newWorker}
            empty="No workers connected. Enter the ID of a worker to start."
          />
        )}
      </Field>
      <Checkbox
        label="Create a session token"
        hint="Lets the worker connect without an API key. The token is shown once."
        checked={withToken}
        onChange={setWithToken}
      />
      <Button type="submit" variant="primary" disabled={isPending || workerId === ""}>
        {isPending ? "Claiming…" : "Claim request"}
      </Button>
    </form>
  );
}

interface ClaimedProps {
  claim: Claim;
  isConnected: boolean;
  /** Starts the worker that holds the claim. */
  command: string;
  onHideToken: () => void;
}

function Claimed({ claim: { workerId, token, expiresAt }, isConnected, command, onHideToken }: ClaimedProps) {
  return (
    <>
      <p>
        Claimed for <code className="break-all font-mono text-xs">{workerId}</code>.
        {isConnected ? "" : " Start this worker. The claim expires if it doesn't connect."}
      </p>
      {token ? <SecretOnce what="session token" secret={token} expiresAt={expiresAt} onHide={onHideToken} /> : null}
      {isConnected ? null : <Command text={command} what="start command" />}
    </>
  );
}
