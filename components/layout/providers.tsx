"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { BypassPrompt } from "@/components/layout/bypass-prompt";
import { Announcer } from "@/components/ui/announcer";
import { Toasts } from "@/components/ui/toasts";
import { createQueryClient } from "@/lib/client/query-client";

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" nonce={nonce} disableTransitionOnChange>
      <QueryClientProvider client={client}>
        {children}
        <Toasts />
        <BypassPrompt />
        <Announcer />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
