import { Button, FileButton } from "@mantine/core";
import { type DragEvent, type PropsWithChildren, useEffect, useRef, useState } from "react";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../Icon.tsx";
import classes from "./Pictures.module.css";

/** What the server keeps; phones turn their own kinds into one of these. */
const KINDS = "image/jpeg,image/png,image/webp,image/avif,image/gif";

interface PicturePlaceProps {
  /** Whether it takes several. */
  isMany: boolean;
  /** Whether there is room for more. */
  isFull?: boolean;
  onFiles: (files: File[]) => void;
}

/** A place that takes pictures: chosen, from the camera, dropped, or pasted. What it has already stands in it. */
export function PicturePlace({ isMany, isFull = false, onFiles, children }: PropsWithChildren<PicturePlaceProps>) {
  const { pictures } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const resets = [useRef<() => void>(null), useRef<() => void>(null)] as const;

  const take = (files: readonly File[]) => {
    for (const reset of resets) reset.current?.(); // so that the same can be chosen again
    if (files.length > 0) onFiles(isMany ? [...files] : files.slice(0, 1));
  };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isFull || takerOf(event.target) !== place.current) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
  const over = (event: DragEvent) => {
    if (isFull || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of several; the buttons are the others
    <div
      ref={place}
      className={classes.place}
      data-pictures=""
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {!isFull && (
        <div className={classes.ways}>
          <FileButton
            onChange={(files) => take([files ?? []].flat())}
            accept={KINDS}
            multiple={isMany}
            resetRef={resets[0]}
          >
            {(button) => (
              <Button {...button} variant="default" leftSection={<Icon name="picture" size={18} />}>
                {isMany ? pictures.choose : pictures.chooseOne}
              </Button>
            )}
          </FileButton>
          <FileButton
            onChange={(file) => take(file ? [file] : [])}
            accept="image/*"
            capture="environment"
            resetRef={resets[1]}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                className={classes.camera ?? ""}
                leftSection={<Icon name="camera" size={18} />}
              >
                {pictures.camera}
              </Button>
            )}
          </FileButton>
          <span className={classes.drop}>{pictures.dropOrPaste}</span>
        </div>
      )}
    </div>
  );
}

/** The place that takes what is pasted: where the person is, else the first one. */
function takerOf(target: EventTarget | null): Element | null {
  const near = target instanceof Element ? target.closest("[data-pictures]") : null;
  return near ?? document.querySelector("[data-pictures]");
}
