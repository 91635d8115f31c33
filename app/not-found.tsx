import { paths } from "@/lib/model/paths";

/** Uses a plain link, because this page's code is part of every page. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted-foreground text-sm">Check the address. The page may have been deleted.</p>
      <a href={paths.agents()} className="rounded-md border bg-card px-3 py-1.5 font-medium text-sm hover:bg-muted">
        View agents
      </a>
    </main>
  );
}
