import { CloseButton, Input } from "@mantine/core";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Island } from "../../../parts/Island.tsx";
import { isUploaded, Picture, pictureAddress } from "../../../parts/pictures/Picture.tsx";
import { PicturePlace } from "../../../parts/pictures/PicturePlace.tsx";
import { UploadRows } from "../../../parts/pictures/UploadRows.tsx";
import { useUploads } from "../../../parts/pictures/useUploads.ts";
import type { FieldProps } from "../FormContext.ts";
import { ByAddress } from "../pictures/ByAddress.tsx";
import classes from "../pictures/PictureRows.module.css";
import { useInput } from "../useInput.tsx";

/** One picture, sent by its address: uploaded here, or one that stays elsewhere. */
export function PictureField(props: FieldProps) {
  const { value, onChange } = props;
  const input = useInput(props);
  const { pictures: texts } = useTexts();
  const uploading = useUploads(({ url }) => onChange(url));
  const chosen = typeof value === "string" ? value : undefined;
  const address = pictureAddress(chosen);
  return (
    <Input.Wrapper {...input} labelElement="div">
      <PicturePlace isMany={false} isFull={uploading.uploads.length > 0} onFiles={uploading.add}>
        {chosen !== undefined && (
          <div className={classes.chosen}>
            {address && <Picture src={address} size={88} />}
            {!isUploaded(chosen) && <Island>{chosen}</Island>}
            <CloseButton aria-label={texts.other} onClick={() => onChange(undefined)} />
          </div>
        )}
        <UploadRows of={uploading} />
      </PicturePlace>
      {chosen === undefined && uploading.uploads.length === 0 && <ByAddress onAddress={onChange} />}
    </Input.Wrapper>
  );
}
