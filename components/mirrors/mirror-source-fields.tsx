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
  /** Fields that follow the address. */
  children?: ReactNode;
}

/** The address, admins and credential of a mirror's source. */
export function MirrorSourceFields({ source, onChange, errorOf, passwordHint, children }: MirrorSourceFieldsProps) {
  const change = (more: Partial<MirrorSource>) => onChange({ ...source, ...more });
  return (
    <>
      <Field label="Address" hint="https, on a server the service may reach." error={errorOf("url")}>
        {(control) => (
          <Input {...control} type="url" value={source.url} onChange={({ target }) => change({ url: target.value })} />
        )}
      </Field>
      {children}
      <Field
        label="Who administers the source"
        hint="One address a line. They alone may turn the mirror."
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
        <Field label="User name" optional error={errorOf("credential")}>
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
          error={isCredentialIncomplete(source) ? "Give both, or neither." : errorOf("credential.password")}
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
