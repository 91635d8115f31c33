"use client";

import { createContext } from "react";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** Resolves a document's relative links. `undefined` leaves a link unchanged. */
export const MarkdownLinks = createContext<(href: string) => string | undefined>(() => undefined);

/** The repository whose pull requests and commits a text can refer to, as in `#12`. */
export const MarkdownReferences = createContext<RepositoryName | undefined>(undefined);
