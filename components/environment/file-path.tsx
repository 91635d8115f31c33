"use client";

import { createContext, type ReactNode, useContext } from "react";
import { defaultFilePath } from "@/lib/model/environment/repository-path";

const Context = createContext(defaultFilePath);

/** Provides the path of environment files, whose folder is named after the service. */
export function FilePathProvider({ path, children }: { path: string; children: ReactNode }) {
  return <Context value={path}>{children}</Context>;
}

export const useFilePath = () => useContext(Context);
