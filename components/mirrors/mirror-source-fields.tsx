import type { ReactNode } from "react";
import { TextAreaField, TextField } from "@/components/ui/text-field";
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
      <TextField
        label="Upstream URL"
        hint="An https URL on an allowed server."
        error={errorOf("url")}
        type="url"
        value={source.url}
        onValue={(next) => change({ url: next })}
      />
      {children}
      <TextAreaField
        label="Upstream admins"
        hint="One email address per line. Only they can switch the mirror's direction."
        error={errorOf("upstreamAdmins")}
        rows={2}
        value={source.admins}
        onValue={(next) => change({ admins: next })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Username"
          optional
          error={errorOf("credential")}
          autoComplete="off"
          spellCheck={false}
          value={source.username}
          onValue={(next) => change({ username: next })}
        />
        <TextField
          label="Password or token"
          optional
          hint={passwordHint}
          error={
            isCredentialIncomplete(source)
              ? "Enter both a username and a password, or neither."
              : errorOf("credential.password")
          }
          type="password"
          autoComplete="new-password"
          value={source.password}
          onValue={(next) => change({ password: next })}
        />
      </div>
    </>
  );
}
