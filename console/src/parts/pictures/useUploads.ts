import type { HanoutError, StoredFile } from "@hanout/client/admin";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/api.ts";
import { uploadPicture } from "../../api/uploads.ts";
import { smallCopy } from "./smallCopy.ts";

/** A picture on its way. */
export interface Upload {
  key: number;
  name: string;
  /** The picture itself, small, as a `data:` address. */
  preview?: string;
  /** How much is sent, from 0 to 1. */
  sent: number;
  /** Why it did not arrive. */
  error?: HanoutError;
}

/** By this key whoever saves knows that pictures are still on their way. */
export const UPLOADING = ["upload"];

interface Sending {
  file: File;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

let lastKey = 0;

/** Sends pictures one after the other. Who leaves stops what is on its way. */
export function useUploads(onUploaded: (file: StoredFile) => void) {
  const { store } = useApi();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [arrived, setArrived] = useState<string>();
  const kept = useRef(new Map<number, { file: File; stop: AbortController }>());
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  useEffect(() => {
    const ofThis = kept.current;
    return () => {
      for (const { stop } of ofThis.values()) stop.abort();
    };
  }, []);
  const { mutateAsync } = useMutation<StoredFile, HanoutError, Sending>({
    mutationKey: UPLOADING,
    mutationFn: ({ file, ...how }) => uploadPicture(store, file, how),
    scope: { id: "upload" }, // one at a time: each has all of a slow network
    networkMode: "always",
    onSuccess: () => queries.invalidateQueries({ queryKey: [store, "files"] }),
  });

  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const forget = (key: number) => {
    kept.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const send = (key: number, file: File) => {
    const stop = new AbortController();
    kept.current.set(key, { file, stop });
    void mutateAsync({ file, signal: stop.signal, onProgress: (sent) => change(key, { sent }) }).then(
      (stored) => {
        forget(key);
        setArrived(file.name);
        uploaded.current(stored);
      },
      (error: HanoutError) => change(key, { error }),
    );
  };

  return {
    uploads,
    /** The name of the last one that arrived. */
    arrived,
    add(files: readonly File[]): void {
      for (const file of files) {
        const key = ++lastKey;
        setUploads((all) => [...all, { key, name: file.name, sent: 0 }]);
        void smallCopy(file).then((preview) => preview && change(key, { preview }));
        send(key, file);
      }
    },
    again(key: number): void {
      const file = kept.current.get(key)?.file;
      setUploads((all) =>
        all.map((one) => {
          if (one.key !== key) return one;
          const { error: _, ...begun } = one;
          return { ...begun, sent: 0 };
        }),
      );
      if (file) send(key, file);
    },
    stop(key: number): void {
      kept.current.get(key)?.stop.abort();
      forget(key);
    },
  };
}
