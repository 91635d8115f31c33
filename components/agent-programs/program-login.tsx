"use client";

import { ExternalLink } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextField } from "@/components/ui/text-field";
import type { AgentProgram, LoginProgress } from "@/lib/contract/admin/agent-programs/agent-program";
import { useAnswerAgentLogin, useRemoveAgentLogin, useStartAgentLogin } from "./agent-program-queries";

/** The program's own logins, such as one with a subscription. */
export function ProgramLogin({ program }: { program: AgentProgram }) {
  const { name, displayName, loginMethods, loggedInAt, loginProgress } = program;
  const start = useStartAgentLogin(name);
  const remove = useRemoveAgentLogin(name);
  if (loginMethods.length === 0 && loggedInAt === null && loginProgress === null) return null;
  const error = start.error ?? remove.error;
  const inProgress = loginProgress?.status === "in_progress";
  return (
    <section aria-label={`${displayName} login`} className="space-y-2">
      {error ? <CallFailure error={error}>Couldn&apos;t log in.</CallFailure> : null}
      {loginProgress ? <Progress name={name} progress={loginProgress} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {loggedInAt !== null && !inProgress ? (
          <span className="text-muted-foreground">
            Logged in <RelativeTime iso={loggedInAt} />
          </span>
        ) : null}
        {inProgress
          ? null
          : loginMethods.map(({ id, name: method, description }) => (
              <Button
                key={id}
                size="small"
                title={description}
                disabled={start.isPending}
                onClick={() => start.mutate({ methodId: id })}
              >
                Log in: {method}
              </Button>
            ))}
        {loggedInAt !== null || inProgress ? (
          <Button size="small" disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {inProgress ? "Cancel login" : "Log out"}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Progress({ name, progress }: { name: string; progress: LoginProgress }) {
  const { status, detail, links, output, acceptsInput } = progress;
  return (
    <div className="space-y-2 rounded-md border p-2">
      {status === "failed" ? (
        <p role="alert" className="wrap-anywhere text-danger">
          Couldn&apos;t log in. {detail}
        </p>
      ) : (
        <p role="status">Logging in…</p>
      )}
      {links.map(({ url, message }) => (
        <p key={url} className="wrap-anywhere">
          {message}{" "}
          <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {url} <ExternalLink aria-hidden className="inline size-3" />
          </a>
        </p>
      ))}
      {output.trim() === "" ? null : (
        <pre className="wrap-anywhere max-h-64 overflow-auto whitespace-pre-wrap font-mono text-xs">
          {output.trim()}
        </pre>
      )}
      {acceptsInput ? <InputForm name={name} /> : null}
    </div>
  );
}

/** Passes a line to the program, such as a code. */
function InputForm({ name }: { name: string }) {
  const [text, setText] = useState("");
  const { mutate, isPending, error } = useAnswerAgentLogin(name);
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate({ text: text.trim() }, { onSuccess: () => setText("") });
  };
  return (
    <form noValidate onSubmit={send} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 max-w-sm grow">
        <TextField
          label="Code or answer"
          hint="Enter what the program asks for above. To continue without a value, send an empty line."
          value={text}
          onValue={setText}
          autoComplete="off"
          spellCheck={false}
          error={error?.message}
        />
      </div>
      <Button type="submit" disabled={isPending}>
        Send
      </Button>
    </form>
  );
}
