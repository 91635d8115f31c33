"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { JsonTree } from "@/components/transcript/json-tree";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { deliveryQuery, useRedeliver } from "@/components/webhooks/webhook-queries";
import type { AppDeliveryAttempt } from "@/lib/contract/admin/webhooks/app-delivery";
import { DeliveryBadge } from "./delivery-badge";
import { redeliveryLabel } from "./redelivery-labels";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Renders a body as a JSON tree or as plain text, ignoring its content type. */
function Body({ what, text }: { what: string; text: string }) {
  const value = parsed(text);
  return (
    <div className="space-y-1">
      <p className="flex items-center gap-1 text-muted-foreground text-xs">
        {what}
        {text === "" ? ": empty" : <CopyButton text={text} what={what.toLowerCase()} />}
      </p>
      {text === "" ? null : (
        <div className="max-h-72 overflow-auto rounded-md border bg-muted/40 p-2 font-mono text-xs leading-[18px]">
          {typeof value === "object" && value !== null ? (
            <JsonTree value={value} depth={2} />
          ) : (
            <pre className="whitespace-pre-wrap break-words">{text}</pre>
          )}
        </div>
      )}
    </div>
  );
}

function Headers({ what, headers }: { what: string; headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-muted-foreground text-xs">
        {what} ({entries.length})
      </summary>
      <dl className="mt-1 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="break-all text-muted-foreground">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Attempt({ attempt, number }: { attempt: AppDeliveryAttempt; number: number }) {
  const { responseStatusCode: status, errorMessage, latencyMs, trigger, attemptedAt } = attempt;
  const succeeded = status !== undefined && status >= 200 && status < 300;
  return (
    <li className="space-y-2 px-3 py-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={succeeded ? "success" : "danger"}>{status ?? "No response"}</Badge>
        {trigger === "manual" ? <Badge>Manual</Badge> : null}
        <span className="text-muted-foreground text-xs tabular-nums">{latencyMs} ms</span>
        <span className="ml-auto text-muted-foreground text-xs">
          <RelativeTime iso={attemptedAt} />
        </span>
      </p>
      {errorMessage ? <p className="text-danger">{errorMessage}</p> : null}
      {attempt.url ? <p className="break-all font-mono text-muted-foreground text-xs">POST {attempt.url}</p> : null}
      <Headers what="Request headers" headers={attempt.requestHeaders} />
      <Headers what="Response headers" headers={attempt.responseHeaders} />
      {status === undefined ? null : <Body what="Response body" text={attempt.responseBody} />}
    </li>
  );
}

interface DeliveryDialogProps {
  appId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery with its request and attempts. */
export default function DeliveryDialog({ appId, deliveryId, onClose }: DeliveryDialogProps) {
  const { data, error, refetch } = useQuery(deliveryQuery(appId, deliveryId));
  const again = useRedeliver(appId);
  const { delivery, attempts = [], requestBody = "" } = data ?? {};
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={delivery?.event.type ?? "Delivery"}
      className="max-w-3xl"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-muted-foreground text-sm">
            {again.data ? redeliveryLabel(again.data.results) : ""}
          </p>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={!delivery || again.isPending} onClick={() => again.mutate([deliveryId])}>
            <RotateCw aria-hidden />
            {again.isPending ? "Redelivering…" : "Redeliver"}
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn't load the delivery.
          </CallFailure>
        ) : null}
        {again.error ? <CallFailure error={again.error}>Couldn't redeliver.</CallFailure> : null}
        {!data && !error ? <SkeletonRows label="Loading delivery" /> : null}
        {delivery ? (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <DeliveryBadge state={delivery.state} attempted={attempts.length > 0} />
              <code className="min-w-0 truncate font-mono text-xs">{delivery.id}</code>
              <CopyButton text={delivery.id} what="delivery ID" />
              <span className="ml-auto text-muted-foreground text-xs">
                <RelativeTime iso={delivery.createdAt} />
              </span>
            </p>
            {delivery.sendAt && attempts.length > 0 ? (
              <p className="text-muted-foreground">
                Next attempt <RelativeTime iso={delivery.sendAt} />
              </p>
            ) : null}
            <Body what="Request body" text={requestBody} />
            {attempts.length === 0 ? <p className="text-muted-foreground">Not sent yet.</p> : null}
            <ol aria-label="Attempts" className="divide-y rounded-md border empty:hidden">
              {attempts.map((attempt, index) => (
                <Attempt key={attempt.id} attempt={attempt} number={attempts.length - index} />
              ))}
            </ol>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
