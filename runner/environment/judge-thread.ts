import { parentPort, workerData } from "node:worker_threads";
import { judgeEnvironmentFile } from "./judge-environment-file";

/** What {@link judgeWithoutBlocking} sends to its thread. */
export interface JudgedFile {
  bytes: Uint8Array;
  path: string;
}

const { bytes, path }: JudgedFile = workerData;
parentPort?.postMessage(judgeEnvironmentFile(bytes, path));
