import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { isCredentialIncomplete, type MirrorSource } from "./mirror-source";

interface MirrorSourceFieldsProps {
  source: MirrorSource;
  onChange: (source: MirrorSource) => void;
  errorOf: (field: string) => string | undefined;
  passwordHint?: string | undefined;
  /** Fields after the URL. */
  children?: ReactNode;
}

/** The fields of a mirror's upstream: URL, admins and credential. */
export function MirrorSourceFields({ source, onChange, errorOf, passwordHint, children }: MirrorSourceFieldsProps) {
  const change = (more: Partial<MirrorSource>) => onChange({ ...source, ...more });
  return (
    <>
      <Field label="Upstream URL" hint="An https URL on an allowed server." error={errorOf("url")}>
        {(control) => (
          <Input {...control} type="url" value={source.url} onChange={({ target }) => change({ url: target.value })} />
        )}
      </Field>
      {children}
      <Field
        label="Upstream admins"
        hint="One email address per line. Only they can switch the mirror's direction."
        error={errorOf("upstreamAdmins")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={source.admins}
            onChange={({ target }) => change({ admins: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Username" optional error={errorOf("credential")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={source.username}
              onChange={({ target }) => change({ username: target.value })}
            />
          )}
        </Field>
        <Field
          label="Password or token"
          optional
          hint={passwordHint}
          error={
            isCredentialIncomplete(source)
              ? "Enter both a username and a password, or neither."
              : errorOf("credential.password")
          }
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              value={source.password}
              onChange={({ target }) => change({ password: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
