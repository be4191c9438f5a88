import { ActionIcon, Button } from "@mantine/core";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../Icon.tsx";
import { Island, Typed } from "../Island.tsx";
import { percentText } from "../numbers.ts";
import { problemText } from "../Problem.tsx";
import classes from "./Pictures.module.css";
import type { Upload, useUploads } from "./useUploads.ts";

/** Refusals after which the same picture may be taken. */
const PASSING = ["network_error", "overloaded", "unavailable", "request_timeout", "rate_limited", "files_full"];

/** The pictures on their way, and those that did not arrive, with why. */
export function UploadRows({ of: { uploads, arrived, again, stop } }: { of: ReturnType<typeof useUploads> }) {
  const { pictures } = useTexts();
  return (
    <>
      <p className={classes.said} role="status">
        {arrived !== undefined && pictures.arrived(arrived)}
      </p>
      {uploads.length > 0 && (
        <ul className={classes.uploads}>
          {uploads.map((upload) => (
            <li key={upload.key}>
              {upload.preview ? <img src={upload.preview} alt="" /> : <Icon name="picture" />}
              <div>
                <Typed>{upload.name}</Typed>
                <How upload={upload} />
              </div>
              <Actions upload={upload} onAgain={() => again(upload.key)} onStop={() => stop(upload.key)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function How({ upload: { name, sent, error } }: { upload: Upload }) {
  const texts = useTexts();
  if (error) {
    return (
      <p className={classes.refusal} role="alert">
        {texts.pictures.refusals[error.code] ?? problemText(texts, error)}
      </p>
    );
  }
  return (
    <>
      <progress value={sent} aria-label={texts.pictures.onItsWay(name)} />
      <small>{sent < 1 ? <Island>{percentText(sent)}</Island> : texts.pictures.working}</small>
    </>
  );
}

function Actions({ upload, onAgain, onStop }: { upload: Upload; onAgain: () => void; onStop: () => void }) {
  const { frame, pictures } = useTexts();
  return (
    <>
      {upload.error && PASSING.includes(upload.error.code) && (
        <Button variant="default" onClick={onAgain}>
          {frame.retry}
        </Button>
      )}
      <ActionIcon aria-label={pictures.stop(upload.name)} onClick={onStop}>
        <Icon name="close" size={18} />
      </ActionIcon>
    </>
  );
}
