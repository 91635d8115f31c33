import { paths } from "@/lib/model/paths";

/** A plain link: this page's code comes with every other page, and a mistyped address may as well load anew. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">There is no such page</h1>
      <p className="text-muted-foreground text-sm">The address may be mistyped, or what it named was deleted.</p>
      <a href={paths.agents()} className="rounded-md border bg-card px-3 py-1.5 font-medium text-sm hover:bg-muted">
        Go to agents
      </a>
    </main>
  );
}
