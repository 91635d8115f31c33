"use client";

/** Shown when a page fails to render. Its code comes with every page, so it uses none of the others'. What was typed in forms is kept as a draft in this browser. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">This page could not be shown</h1>
      <p className="max-w-md text-muted-foreground text-sm">
        Nothing was changed. Try again; if it stays, the dashboard's log has the reason
        {error.digest ? ` under digest ${error.digest}` : ""}.
      </p>
      <button
        type="button"
        onClick={reset}
        className="rounded-md border bg-card px-3 py-1.5 font-medium text-sm hover:bg-muted"
      >
        Try again
      </button>
    </main>
  );
}
