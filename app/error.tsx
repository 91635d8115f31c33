"use client";

/** Shown when a page fails to render. Its code is part of every page, so it imports no components. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">Something went wrong</h1>
      <p className="max-w-md text-muted-foreground text-sm">
        Try again. If the problem persists, check the dashboard's log{error.digest ? ` for digest ${error.digest}` : ""}
        .
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
