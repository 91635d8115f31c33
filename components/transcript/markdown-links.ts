"use client";

import { createContext } from "react";

/** Where links of a document that are relative lead; `undefined` leaves a link as it is written. */
export const MarkdownLinks = createContext<(href: string) => string | undefined>(() => undefined);
