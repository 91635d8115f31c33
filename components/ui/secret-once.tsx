import { Button } from "./button";
import { Command } from "./command-block";

interface SecretOnceProps {
  what: string;
  secret: string;
  expiresAt: string | undefined;
  onHide: () => void;
}

/** A secret that can't be shown again. */
export function SecretOnce({ what, secret, expiresAt, onHide }: SecretOnceProps) {
  return (
    <section aria-label={`New ${what}`} className="space-y-2 rounded-md border border-warning/40 bg-warning-soft p-3">
      <p>
        Copy the {what} now: it is not shown again.
        {expiresAt === undefined ? "" : ` It is good until ${expiresAt.replace("T", " ").slice(0, 16)} UTC.`}
      </p>
      <Command text={secret} what={what} />
      <Button size="small" onClick={onHide}>
        Hide it
      </Button>
    </section>
  );
}
