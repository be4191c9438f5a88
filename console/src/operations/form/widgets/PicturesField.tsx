import { Input } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { pictureAddress } from "../../../parts/pictures/Picture.tsx";
import { PicturePlace } from "../../../parts/pictures/PicturePlace.tsx";
import { UploadRows } from "../../../parts/pictures/UploadRows.tsx";
import { useUploads } from "../../../parts/pictures/useUploads.ts";
import { type FieldProps, useForm } from "../FormContext.ts";
import { nowOf } from "../now.ts";
import { ByAddress } from "../pictures/ByAddress.tsx";
import { PictureRows, type SentPicture } from "../pictures/PictureRows.tsx";
import { useInput } from "../useInput.tsx";

/** The pictures of a thing in their order. Those that it has are shown; they are sent once one of them is touched. */
export function PicturesField(props: FieldProps) {
  const { argument, at, value, onChange } = props;
  const input = useInput(props);
  const { errors, begun } = useForm();
  const { pictures: texts } = useTexts();
  const has = nowOf(argument, begun) as SentPicture[] | undefined;
  const shown = (value as SentPicture[] | undefined) ?? has ?? [];
  const latest = useRef(shown); // several may arrive at once
  useEffect(() => {
    latest.current = shown;
  });

  const change = (next: SentPicture[]) => {
    latest.current = next;
    onChange(next.length > 0 || has ? next : undefined);
  };
  const add = ({ url }: { url: string }) => {
    if (!latest.current.some((one) => one.url === url)) change([...latest.current, { url, alt: null }]);
  };
  const uploading = useUploads(add);
  const room = (argument.schema.maxItems ?? Number.POSITIVE_INFINITY) - shown.length - uploading.uploads.length;
  const errorAt = (index: number) =>
    Object.entries(errors).find(([path]) => path.startsWith(`${at}.${index}.`) || path === `${at}.${index}`)?.[1];

  return (
    <Input.Wrapper {...input} description={shown.length > 1 ? texts.order : input.description} labelElement="div">
      <PicturePlace isMany isFull={room <= 0} onFiles={(files) => uploading.add(files.slice(0, room))}>
        <PictureRows
          pictures={shown}
          addressOf={({ url, id }) => pictureAddress(url ?? has?.find((one) => one.id === id)?.url)}
          errorAt={errorAt}
          onChange={change}
        />
        <UploadRows of={uploading} />
      </PicturePlace>
      {room > 0 && <ByAddress onAddress={(url) => add({ url })} />}
    </Input.Wrapper>
  );
}
