"use client";

import { useSyncExternalStore } from "react";

/**
 * The bytes of dropped images: in memory, and in the browser's database so that they outlive a reload. `localStorage`
 * has no room for them.
 */
const databaseName = "slipway-launch";
const storeName = "images";
const held = new Map<string, Blob>();
const listeners = new Set<() => void>();
let version = 0;
let opened: Promise<IDBDatabase | undefined> | undefined;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Nothing where the browser has no database for us, as in some private windows. */
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
  return store ? done(act(store)).catch(() => undefined) : undefined;
}

/** Keeps an image's bytes; answers when they outlive a reload. */
export async function storeImage(id: string, blob: Blob): Promise<void> {
  held.set(id, blob);
  changed();
  await withStore("readwrite", (store) => store.put(blob, id));
}

/** Whether a draft kept in this browser still names an image. */
function isNamed(id: string): boolean {
  return Object.entries(localStorage).some(([key, text]) => key.startsWith("slipway.") && String(text).includes(id));
}

/** Brings images of a draft back into memory, and forgets those that no draft names any more. */
export async function restoreStoredImages(ids: readonly string[]): Promise<void> {
  const stored = (await withStore("readonly", (store) => store.getAllKeys())) ?? [];
  for (const id of stored.map(String)) {
    if (held.has(id)) continue;
    if (ids.includes(id)) {
      const blob: unknown = await withStore("readonly", (store) => store.get(id));
      if (blob instanceof Blob) held.set(id, blob);
    } else if (!isNamed(id)) void withStore("readwrite", (store) => store.delete(id));
  }
  changed();
}

export function removeStoredImages(ids: readonly string[]): void {
  for (const id of ids) {
    held.delete(id);
    void withStore("readwrite", (store) => store.delete(id));
  }
  changed();
}

export const storedImageBlob = (id: string): Blob | undefined => held.get(id);

/** An image's bytes in base64. */
export async function storedImageBase64(id: string): Promise<string> {
  const blob = held.get(id);
  if (!blob) return "";
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return address.slice(address.indexOf(",") + 1);
}

/** Renders again when images come or go. */
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
