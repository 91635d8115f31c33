"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { peopleQuery } from "@/components/settings/people-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SecretOnce } from "@/components/ui/secret-once";
import { useCreateWorkerToken } from "@/components/workers/worker-mutations";
import { CallError } from "@/lib/client/call-error";

/** Tokens that make a worker one of a person's own machines. */
export function WorkerTokensScreen() {
  const [person, setPerson] = useState("");
  const { mutate, data, error, isPending, reset } = useCreateWorkerToken();
  const people = useQuery(peopleQuery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = person.trim();
    mutate(/^[0-9]+$/.test(text) ? { forUserId: Number(text) } : { forUserEmail: text });
  };
  const unknown = error instanceof CallError && error.status === 404;
  const problem = unknown ? "No active member of the team by this address or number." : undefined;
  return (
    <section aria-label="Worker tokens" className="max-w-xl space-y-4 p-4">
      <p className="text-muted-foreground text-sm">
        A worker token lasts one hour and makes a worker that person&apos;s own machine. It opens nothing else. Give it
        to the worker with <code className="font-mono text-xs">--auth-token-file</code>, which is read again at each
        connection.
      </p>
      {error && !unknown ? <CallFailure error={error}>No token was made.</CallFailure> : null}
      <form onSubmit={submit} noValidate className="space-y-3">
        <Field label="Person" error={problem} hint="E-mail address, or number, of a member of the team at the service.">
          {(control) => (
            <Input
              {...control}
              list="worker-token-people"
              autoComplete="off"
              value={person}
              onChange={(event) => setPerson(event.target.value)}
            />
          )}
        </Field>
        <datalist id="worker-token-people">
          {people.data?.people.map(({ id, email }) => (
            <option key={id} value={email} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" disabled={isPending || person.trim() === ""}>
          <KeyRound aria-hidden />
          {isPending ? "Minting…" : "Mint a worker token"}
        </Button>
      </form>
      {data ? (
        <SecretOnce what="worker token" secret={data.accessToken} expiresAt={data.expiresAt} onHide={reset} />
      ) : null}
    </section>
  );
}
