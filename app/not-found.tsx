import Link from "next/link";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 className="font-semibold text-lg">There is no such page</h1>
      <p className="text-muted-foreground text-sm">The address may be mistyped, or what it named was deleted.</p>
      <Button asChild>
        <Link href={paths.agents()}>Go to agents</Link>
      </Button>
    </main>
  );
}
