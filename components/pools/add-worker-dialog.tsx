"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { TextField } from "@/components/ui/text-field";
import { useNow } from "@/components/ui/use-now";
import type { useCreateRegistrationToken } from "@/components/workers/worker-mutations";
import { poolsQuery } from "@/components/workers/worker-queries";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { NewWorkers } from "./new-workers";
import { WorkerCommand } from "./worker-command";

type Registration = ReturnType<typeof useCreateRegistrationToken>;

interface AddWorkerDialogProps {
  start: WorkerStart;
  canMint: boolean;
  /** Undefined: chosen here. */
  pool: string | undefined;
  repository?: string | undefined;
  /** Already creates a token if the pool is known. */
  registration: Registration;
  onClose: () => void;
}

const owners = [
  { value: "team", label: "The team's agents" },
  { value: "user", label: "Your agents" },
] as const;
type Owner = (typeof owners)[number]["value"];

const minuteMs = 60_000;

/** The command that adds a worker, with a token that is shown once, and the workers that connect with it. */
export default function AddWorkerDialog({ pool, onClose, ...props }: AddWorkerDialogProps) {
  const { start, canMint, repository, registration } = props;
  const { data } = useQuery(poolsQuery);
  const [typed, setTyped] = useState<string>();
  const name = typed ?? data?.pools[0]?.poolName ?? "default";
  const joined = pool ?? name.trim();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add worker"
      description={`Run the command in a checkout of this project. The worker joins ${
        pool === undefined ? "the pool, registers it if it's new," : `pool ${pool}`
      } and runs one agent at a time.`}
    >
      <div className="space-y-3">
        {pool === undefined ? (
          <PoolField
            name={name}
            known={[...new Set(data?.pools.map(({ poolName }) => poolName))]}
            onChange={(chosen) => {
              registration.reset();
              setTyped(chosen);
            }}
          />
        ) : null}
        {canMint ? (
          <WithToken start={start} pool={joined} repository={repository} registration={registration} />
        ) : joined === "" ? null : (
          <>
            <p className="text-muted-foreground text-sm">
              Replace <code className="font-mono text-xs">{start.maskedKey}</code> with a service account&apos;s API
              key. Ask an admin if you don&apos;t have one.
            </p>
            <WorkerCommand start={start} pool={joined} repository={repository} token={undefined} />
            <NewWorkers pool={joined} keyId={undefined} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface PoolFieldProps {
  name: string;
  known: readonly string[];
  onChange: (name: string) => void;
}

function PoolField({ name, known, onChange }: PoolFieldProps) {
  const list = useId();
  return (
    <>
      <TextField label="Pool" list={list} autoComplete="off" value={name} onValue={onChange} />
      <datalist id={list}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

interface WithTokenProps extends Pick<AddWorkerDialogProps, "start" | "repository" | "registration"> {
  pool: string;
}

function WithToken({ start, pool, repository, registration }: WithTokenProps) {
  const [owner, setOwner] = useState<Owner>("team");
  const { data: created, error, isPending, mutate, reset } = registration;
  const now = useNow();
  const leftMs = created === undefined ? 0 : Date.parse(created.expiresAt) - now;
  const isValid = created !== undefined && leftMs > 0;
  return (
    <>
      <Segmented
        label="Runs"
        value={owner}
        options={owners}
        disabled={isPending}
        onChange={(chosen) => {
          reset();
          setOwner(chosen);
        }}
      />
      {error ? <CallFailure error={error}>Couldn't create a token.</CallFailure> : null}
      {isValid ? (
        <>
          <WorkerCommand start={start} pool={pool} repository={repository} token={created.token} />
          <p className="text-muted-foreground text-xs">
            The token is shown once and only registers workers of pool {pool}. Expires in {Math.ceil(leftMs / minuteMs)}{" "}
            min. Connected workers keep running after that.
          </p>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={isPending || pool === ""} onClick={() => mutate({ pool, owner })}>
            <KeyRound aria-hidden />
            {isPending ? "Creating…" : "Create token"}
          </Button>
          {created ? <span className="text-muted-foreground text-sm">The token expired.</span> : null}
        </div>
      )}
      {created ? <NewWorkers key={created.keyId} pool={pool} keyId={created.keyId} /> : null}
    </>
  );
}
