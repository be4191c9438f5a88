import { HanoutError, type StoredFile } from "@hanout/client/admin";
import { noteAnswer, noteLoss } from "./connection.ts";
import { CONSOLE_HEADERS } from "./console-headers.ts";

interface Uploading {
  /** Gets the part of the file that is sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a picture to a store, and tells how far it is, which `fetch` cannot. What breaks off leaves nothing. Throws HanoutError. */
export function uploadPicture(store: string, file: File, { onProgress, signal }: Uploading): Promise<StoredFile> {
  const form = new FormData();
  form.append("file", file);
  const request = new XMLHttpRequest();
  return new Promise<StoredFile>((resolve, reject) => {
    const fail = (code: string) => reject(new HanoutError(request.status, { code, detail: "" }));
    const end = () => {
      noteAnswer(request.status);
      const answer = request.response ?? {};
      if (request.status === 200) resolve(answer);
      else reject(new HanoutError(request.status, { code: "unexpected_answer", detail: "", ...answer }));
    };
    const lose = () => {
      noteLoss();
      fail("network_error");
    };
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = end;
    request.onerror = lose;
    request.onabort = () => fail("aborted");
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", "/api/v1/admin/files");
    for (const [name, value] of Object.entries({ ...CONSOLE_HEADERS, "x-hanout-store": store })) {
      request.setRequestHeader(name, value);
    }
    request.responseType = "json";
    if (signal.aborted) fail("aborted");
    else request.send(form);
  });
}
