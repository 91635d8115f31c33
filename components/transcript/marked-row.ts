import { createContext } from "react";

/** Key of the highlighted row, the last one navigated to. */
export const MarkedRow = createContext<string | undefined>(undefined);
