"use client";

import { createContext, type ReactNode, useContext } from "react";
import { defaultFilePath } from "@/lib/model/environment/repository-path";

const Context = createContext(defaultFilePath);

/** Says where the service expects environment files: in the folder named after it. */
export function FilePathProvider({ path, children }: { path: string; children: ReactNode }) {
  return <Context value={path}>{children}</Context>;
}

export const useFilePath = () => useContext(Context);
