"use client";

import { useSyncExternalStore } from "react";

/**
 * The bytes of attached images, in memory and in IndexedDB so that they survive a reload. They are too large for
 * `localStorage`.
 */
const databaseName = "slipway-launch";
const storeName = "images";
const blobs = new Map<string, Blob>();
const listeners = new Set<() => void>();
let version = 0;
let opened: Promise<IDBDatabase | undefined> | undefined;

function notify(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** `undefined` when IndexedDB isn't available, as in some private windows. */
function database(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
  return opened;
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>) {
  const store = (await database())?.transaction(storeName, mode).objectStore(storeName);
  return store ? requestResult(act(store)).catch(() => undefined) : undefined;
}

/** Stores an image. Resolves once it is in IndexedDB. */
export async function storeImage(id: string, blob: Blob): Promise<void> {
  blobs.set(id, blob);
  notify();
  await withStore("readwrite", (store) => store.put(blob, id));
}

/** Whether any draft in this browser still references an image. */
function isReferenced(id: string): boolean {
  return Object.entries(localStorage).some(([key, text]) => key.startsWith("slipway.") && String(text).includes(id));
}

/** Loads a draft's images into memory and deletes stored images that no draft references. */
export async function restoreStoredImages(ids: readonly string[]): Promise<void> {
  const stored = (await withStore("readonly", (store) => store.getAllKeys())) ?? [];
  for (const id of stored.map(String)) {
    if (blobs.has(id)) continue;
    if (ids.includes(id)) {
      const blob: unknown = await withStore("readonly", (store) => store.get(id));
      if (blob instanceof Blob) blobs.set(id, blob);
    } else if (!isReferenced(id)) void withStore("readwrite", (store) => store.delete(id));
  }
  notify();
}

export function removeStoredImages(ids: readonly string[]): void {
  for (const id of ids) {
    blobs.delete(id);
    void withStore("readwrite", (store) => store.delete(id));
  }
  notify();
}

export const storedImageBlob = (id: string): Blob | undefined => blobs.get(id);

/** An image's bytes in base64; empty if the image isn't stored. */
export async function storedImageBase64(id: string): Promise<string> {
  const blob = blobs.get(id);
  if (!blob) return "";
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return dataUrl.slice(dataUrl.indexOf(",") + 1);
}

/** Re-renders when images are added or removed. Returns a version number. */
export function useStoredImages(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
    () => 0,
  );
}
