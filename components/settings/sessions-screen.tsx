"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { sessionsQuery, useEndSession } from "@/components/settings/session-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadState } from "@/components/ui/load-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { DashboardSession } from "@/lib/contract/dashboard/sessions/list-sessions";
import { browserName } from "./browser-name";

const methods: ReadonlyMap<string, string> = new Map([
  ["link", "a one-time link"],
  ["oidc", "single sign-on"],
  ["github", "GitHub"],
]);

/** The user's sessions, with actions to end them. */
export function SessionsScreen() {
  const query = useQuery(sessionsQuery);
  const { data } = query;
  return (
    <section aria-label="Your sessions" className="max-w-content space-y-3 p-4">
      <p className="text-muted-foreground text-sm">
        Browsers where you're signed in. A session ends when you sign out there, when you end it here, or 30 days after
        signing in.
      </p>
      <LoadState query={query} failed="Couldn't load your sessions." loading="Loading your sessions" />
      <ul className="divide-y">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: DashboardSession }) {
  const { mutate, isPending } = useEndSession();
  const name = browserName(session.userAgent);
  const end = () =>
    mutate(session.id, {
      onSuccess: () => toast.success(`Session on ${name} ended.`),
      onError: (error) => toast.error("Couldn't end the session.", { description: error.message }),
    });
  return (
    <li className="flex items-center gap-3 py-3 text-sm">
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={session.userAgent}>
          {name}
        </p>
        <p className="text-muted-foreground text-xs">
          Signed in <RelativeTime iso={session.createdAt} /> with {methods.get(session.method) ?? session.method}
        </p>
      </div>
      {session.current ? (
        <Badge tone="info">This browser</Badge>
      ) : (
        <Button size="small" aria-label={`End session on ${name}`} disabled={isPending} onClick={end}>
          End
        </Button>
      )}
    </li>
  );
}
