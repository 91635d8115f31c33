import { TextAreaField } from "@/components/ui/text-field";

interface PublicKeyFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The field for the public key of an app's signing key. The private key stays with the app. */
export function PublicKeyField({ value, error, onChange }: PublicKeyFieldProps) {
  return (
    <TextAreaField
      label="Public key"
      error={error}
      hint={
        <>
          An Ed25519 public key in PEM format. Generate a key pair with{" "}
          <code className="break-all font-mono">openssl genpkey -algorithm ed25519 -out app.pem</code> and paste the
          output of <code className="break-all font-mono">openssl pkey -in app.pem -pubout</code>. Keep the private key
          secret.
        </>
      }
      rows={4}
      spellCheck={false}
      className="font-mono text-xs"
      placeholder="-----BEGIN PUBLIC KEY-----"
      value={value}
      onValue={onChange}
    />
  );
}
