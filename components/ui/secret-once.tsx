import { Button } from "./button";
import { Command } from "./command-block";

interface SecretOnceProps {
  what: string;
  secret: string;
  expiresAt: string | undefined;
  onHide: () => void;
}

/** A new secret, shown once. */
export function SecretOnce({ what, secret, expiresAt, onHide }: SecretOnceProps) {
  return (
    <section aria-label={`New ${what}`} className="space-y-2 rounded-md border border-warning/40 bg-warning-soft p-3">
      <p>
        Copy the {what} now. It won't be shown again.
        {expiresAt === undefined ? "" : ` It expires on ${expiresAt.replace("T", " ").slice(0, 16)} UTC.`}
      </p>
      <Command text={secret} what={what} />
      <Button size="small" onClick={onHide}>
        Hide
      </Button>
    </section>
  );
}
