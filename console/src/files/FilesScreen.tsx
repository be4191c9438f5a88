import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { PicturePlace } from "../parts/pictures/PicturePlace.tsx";
import { UploadRows } from "../parts/pictures/UploadRows.tsx";
import { useUploads } from "../parts/pictures/useUploads.ts";
import { DeleteFile } from "./DeleteFile.tsx";
import { FileRow } from "./FileRow.tsx";
import classes from "./Files.module.css";
import type { StoreFile } from "./uses.ts";

const PAGE = 24;
/** Who may do one of these may upload. */
const ALLOW_UPLOAD = ["products_save", "content_save", "store_update"];

/** The pictures that were uploaded: what shows each, how much room they take; new ones, and what nothing shows can be deleted. */
export function FilesScreen() {
  const { frame, pictures, operations } = useTexts();
  const api = useApi();
  const { store, admin } = api;
  const { data: known } = useQuery(operationsQuery(api));
  const canUpload = known?.some(({ name }) => ALLOW_UPLOAD.includes(name));
  const deletes = known?.find(({ name }) => name === "files_delete");
  const [deleted, setDeleted] = useState<StoreFile>();
  const uploading = useUploads(() => {});
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [store, "files"],
    queryFn: ({ signal, pageParam }) =>
      admin.files.list({ with_uses: true, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const files = data?.pages.flatMap((page) => page.data as StoreFile[]);
  const first = data?.pages[0];

  return (
    <>
      <PageHead title={frame.files} about={pictures.about} />
      <div className={classes.page}>
        {first && <Room used={first.used_bytes} max={first.max_bytes} count={first.total} />}
        {canUpload && (
          <PicturePlace isMany onFiles={uploading.add}>
            <UploadRows of={uploading} />
          </PicturePlace>
        )}
        {error && <Problem error={error} onRetry={refetch} />}
        {!files && !error && <LoadingRows />}
        {files?.length === 0 && <Empty icon="picture" title={pictures.none} text={pictures.noneHint} />}
        {files && files.length > 0 && (
          <ul className={classes.files}>
            {files.map((file) => (
              <FileRow key={file.id} file={file} onDelete={deletes && (() => setDeleted(file))} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button
            variant="default"
            className={classes.next ?? ""}
            disabled={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {operations.result.next}
          </Button>
        )}
      </div>
      {deleted && deletes && <DeleteFile file={deleted} operation={deletes} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

/** How much of the room is taken. */
function Room({ used, max, count }: { used: number; max: number; count: number }) {
  const { pictures } = useTexts();
  const sentence = pictures.room(pictures.bytes(used), pictures.bytes(max));
  return (
    <p className={classes.room}>
      <span>{pictures.count(count)}</span>
      <span>{sentence}</span>
      <meter value={used} max={max} high={max * 0.9} aria-label={sentence} />
    </p>
  );
}
