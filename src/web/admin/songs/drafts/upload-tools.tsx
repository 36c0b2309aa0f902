import { useState } from "react";
import { FileButton } from "../../../resource/controls/file-button.tsx";
import { useRead } from "../../../resource/data/queries.ts";
import { genreErrors } from "../genre-options.ts";
import { DraftsDialog } from "./drafts-dialog.tsx";
import { DropZone } from "./drop-zone.tsx";

/** Makes drafts of many files: chosen with a button, or dropped on the page. */
export function UploadTools() {
  const [files, setFiles] = useState<readonly File[]>();
  const categories = useRead("GET /api/categories", {}, genreErrors);
  return (
    <>
      <FileButton label="Tải nhiều file" accept="audio/*" multiple onFiles={setFiles} />
      <DropZone enabled={!files} onFiles={setFiles} />
      {files && (
        <DraftsDialog files={files} categories={categories.data?.data ?? []} onClose={() => setFiles(undefined)} />
      )}
    </>
  );
}
