"use client";

import { createContext } from "react";

/** Resolves a document's relative links. `undefined` leaves a link unchanged. */
export const MarkdownLinks = createContext<(href: string) => string | undefined>(() => undefined);
