import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

interface PublicKeyFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Where the public half of an app's signing key is pasted. The private half never comes here. */
export function PublicKeyField({ value, error, onChange }: PublicKeyFieldProps) {
  return (
    <Field
      label="Public key"
      error={error}
      hint={
        <>
          PEM of an Ed25519 key. Make a pair with{" "}
          <code className="break-all font-mono">openssl genpkey -algorithm ed25519 -out app.pem</code> and paste what{" "}
          <code className="break-all font-mono">openssl pkey -in app.pem -pubout</code> prints. Keep the private key to
          yourself.
        </>
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder="-----BEGIN PUBLIC KEY-----"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
