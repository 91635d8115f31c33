import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { useNow } from "@/components/ui/use-now";
import type { ApiToken } from "@/lib/contract/dashboard/api-tokens/api-token";
import { roleLabels } from "@/lib/model/role-labels";

interface ApiTokenRowProps {
  token: ApiToken;
  /** Whose token it is, if it isn't the user's own. */
  email?: string;
  onRevoke: () => void;
}

const utcDay = (iso: string) => iso.slice(0, 10);

/** A token with its state and its last use. */
export function ApiTokenRow({ token, email, onRevoke }: ApiTokenRowProps) {
  const { name, role, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const now = useNow(30_000);
  const isExpired = Date.parse(expiresAt) <= now;
  const isOver = revokedAt !== undefined || isExpired;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-medium">{name}</span>
          <Badge>{roleLabels[role]}</Badge>
          {revokedAt !== undefined ? <Badge tone="danger">Revoked</Badge> : null}
          {revokedAt === undefined && isExpired ? <Badge tone="warning">Expired</Badge> : null}
        </p>
        <p className="break-words text-muted-foreground text-xs">
          {email === undefined ? null : `${email} · `}
          created <RelativeTime iso={createdAt} />
          {" · "}
          {lastUsedAt === undefined ? (
            "never used"
          ) : (
            <>
              last used <RelativeTime iso={lastUsedAt} />
            </>
          )}
          {revokedAt === undefined ? (
            ` · ${isExpired ? "expired" : "expires"} ${utcDay(expiresAt)}`
          ) : (
            <>
              {" · revoked "}
              <RelativeTime iso={revokedAt} />
            </>
          )}
        </p>
      </div>
      {isOver ? null : (
        <Button size="small" onClick={onRevoke} aria-label={`Revoke API token ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}
