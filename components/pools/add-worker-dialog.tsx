"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { keyOwnersQuery, useCreateKey } from "@/components/keys/api-key-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Command } from "@/components/ui/command-block";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { useCreateWorkerToken } from "@/components/workers/worker-mutations";
import { startCommand, type WorkerStart, windowsCommand } from "@/lib/model/queue/start-command";

interface AddWorkerDialogProps {
  start: WorkerStart;
  mintFor: string | undefined;
  pool: string;
  repository: string | undefined;
  onClose: () => void;
}

const owners = [
  { value: "team", label: "The team's agents" },
  { value: "user", label: "Your agents" },
] as const;

const platforms = [
  { value: "unix", label: "Linux and macOS" },
  { value: "windows", label: "Windows (WSL)" },
] as const;

/** The command that adds a worker: with a key of the team or a token for the user's own agents, both created here. */
export default function AddWorkerDialog({ start, mintFor, pool, repository, onClose }: AddWorkerDialogProps) {
  const [name, setName] = useState(pool);
  const [owner, setOwner] = useState<"team" | "user">("team");
  const [platform, setPlatform] = useState<"unix" | "windows">("unix");
  const { mutate, data, error, isPending } = useCreateWorkerToken();
  const token = owner === "user" ? data?.accessToken : undefined;
  // Only admins of the embedded service can list its service accounts and create their keys.
  const { data: keyOwners } = useQuery({ ...keyOwnersQuery, enabled: mintFor !== undefined, retry: false });
  const account = keyOwners?.serviceAccounts[0];
  const teamKey = useCreateKey();
  const key = teamKey.data?.key;
  const command = startCommand(key === undefined ? start : { ...start, maskedKey: key }, {
    pool: name.trim() || pool,
    repository,
    token,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add worker"
      description="Run the command in a checkout of this project. The worker joins the pool, registers it if it's new, and runs one agent at a time."
    >
      <div className="space-y-3">
        <Field label="Pool">
          {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        {mintFor === undefined ? null : (
          <div className="space-y-1">
            <Segmented label="Runs" value={owner} options={owners} onChange={setOwner} />
            <p className="text-muted-foreground text-xs">
              {owner === "team"
                ? key !== undefined
                  ? "The command contains a new API key. It's shown once: copy the command now."
                  : `Requires a service account's API key. ${account ? "Create one, or replace" : "Replace"} the masked key with yours.`
                : `Pool owned by ${mintFor}. The token is valid for one hour. Workers that reconnect later need a new one.`}
            </p>
          </div>
        )}
        {error ? <CallFailure error={error}>Couldn't create a token.</CallFailure> : null}
        {teamKey.error ? <CallFailure error={teamKey.error}>Couldn't create the key.</CallFailure> : null}
        {owner === "user" && mintFor !== undefined && token === undefined ? (
          <Button variant="primary" disabled={isPending} onClick={() => mutate({ forUserEmail: mintFor })}>
            <KeyRound aria-hidden />
            {isPending ? "Creating…" : "Create token"}
          </Button>
        ) : (
          <div className="space-y-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Segmented label="Platform" value={platform} options={platforms} onChange={setPlatform} />
              {owner === "team" && account && key === undefined ? (
                <Button
                  disabled={teamKey.isPending}
                  onClick={() =>
                    teamKey.mutate({
                      ...{
                        name: `Worker in ${name.trim() || pool}`.slice(0, 200),
                        owner: { serviceAccountId: account.id },
                      },
                      ...{ expiresAt: undefined, agentScoped: false, repositories: [] },
                    })
                  }
                >
                  <KeyRound aria-hidden />
                  {teamKey.isPending ? "Creating…" : "Create API key"}
                </Button>
              ) : null}
            </div>
            <Command text={platform === "windows" ? windowsCommand(command) : command} what="start command" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
