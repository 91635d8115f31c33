"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { usersQuery } from "@/components/settings/users-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SecretOnce } from "@/components/ui/secret-once";
import { TextField } from "@/components/ui/text-field";
import { useCreateWorkerToken } from "@/components/workers/worker-mutations";
import { CallError } from "@/lib/client/call-error";

/** Creates tokens that register a worker as a user's personal machine. */
export function WorkerTokensScreen() {
  const [user, setUser] = useState("");
  const { mutate, data, error, isPending, reset } = useCreateWorkerToken();
  const users = useQuery(usersQuery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = user.trim();
    mutate(/^[0-9]+$/.test(text) ? { forUserId: Number(text) } : { forUserEmail: text });
  };
  const unknown = error instanceof CallError && error.status === 404;
  const problem = unknown ? "No active team member with this email address or ID." : undefined;
  return (
    <section aria-label="Worker tokens" className="max-w-content space-y-4 p-4">
      <p className="max-w-xl text-muted-foreground text-sm">
        A worker token connects a worker as a user&apos;s personal machine. It&apos;s valid for one hour and grants no
        other access. Pass it with <code className="font-mono text-xs">--auth-token-file</code>; the worker rereads the
        file on each connection.
      </p>
      {error && !unknown ? <CallFailure error={error}>Couldn't create a token.</CallFailure> : null}
      <form onSubmit={submit} noValidate className="max-w-xl space-y-3">
        <TextField
          label="User"
          error={problem}
          hint="Email address or user ID of a team member."
          list="worker-token-users"
          autoComplete="off"
          value={user}
          onValue={setUser}
        />
        <datalist id="worker-token-users">
          {users.data?.users.map(({ id, email }) => (
            <option key={id} value={email} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" disabled={isPending || user.trim() === ""}>
          <KeyRound aria-hidden />
          {isPending ? "Creating…" : "Create worker token"}
        </Button>
      </form>
      {data ? (
        <SecretOnce what="worker token" secret={data.accessToken} expiresAt={data.expiresAt} onHide={reset} />
      ) : null}
    </section>
  );
}
