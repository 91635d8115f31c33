"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider, useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { z } from "zod";
import { Announcer } from "@/components/ui/announcer";
import { TooltipProvider } from "@/components/ui/tooltip";
import { makeQueryClient } from "@/lib/queries/query-client";

// Compiling schemas would need `new Function`, which the content security policy forbids.
z.config({ jitless: true });

function Toasts() {
  const { resolvedTheme } = useTheme();
  return <Toaster theme={resolvedTheme === "dark" ? "dark" : "light"} position="bottom-right" />;
}

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" nonce={nonce} disableTransitionOnChange>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          {children}
          <Toasts />
          <Announcer />
        </TooltipProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
