/** Milliseconds after which a browser has begun to save. */
const BEGUN = 10_000;

/** Saves a text as a file. It begins with a mark of its order of bytes, so that spreadsheets take it as UTF-8. */
export function downloadText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob(["\ufeff", text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGUN);
}
