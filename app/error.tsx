"use client";

import { Button } from "@/components/ui/button";

/** Shown when a page fails to render. What was typed in forms is kept as a draft in this browser. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">This page could not be shown</h1>
      <p className="max-w-md text-muted-foreground text-sm">
        Nothing was changed. Try again; if it stays, the dashboard's log has the reason
        {error.digest ? ` under digest ${error.digest}` : ""}.
      </p>
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}
