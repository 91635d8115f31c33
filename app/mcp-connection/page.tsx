import type { Metadata } from "next";
import { connection } from "next/server";

export const metadata: Metadata = { title: "MCP server" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

interface Result {
  title: string;
  text: string;
}

const failed: Result = {
  title: "Couldn't connect the MCP server",
  text: "The authorization server denied access or didn't respond as expected. Close this tab and connect again.",
};

const results: ReadonlyMap<unknown, Result> = new Map([
  ["connected", { title: "MCP server connected", text: "Close this tab and return to Slipway." }],
  ["expired", { title: "Connection expired", text: "Close this tab and connect the server again." }],
  ["signed-out", { title: "You're signed out", text: "Sign in to Slipway, then connect the server again." }],
]);

/** Where the user returns to after authorizing an MCP server, in the tab that the dashboard opened. */
export default async function McpConnectionPage({ searchParams }: Props) {
  await connection();
  const { title, text } = results.get((await searchParams).outcome) ?? failed;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-background p-4 text-foreground">
      <section className="w-full max-w-sm space-y-2 rounded-md border border-border p-6 text-sm">
        <h1 className="font-semibold text-base">{title}</h1>
        <p className="text-muted-foreground">{text}</p>
      </section>
    </main>
  );
}
