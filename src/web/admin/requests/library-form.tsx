import { LibrarySong } from "#contract/requests.ts";
import { useChange } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { GenresField } from "../songs/genres-field.tsx";
import { requestRefreshes, unreachable } from "./request-calls.ts";

/** Makes a song of the library of the version that the customer accepted. */
export function LibraryForm({ id, onClose }: { id: number; onClose: () => void }) {
  const publish = useChange("POST /api/song-requests/{id}/library-song", {
    refreshes: [...requestRefreshes, "/api/categories"],
    successMessage: "Đã đưa bài hát vào thư viện",
    fallback: "Không thể đưa bài hát vào thư viện",
    unreachable,
  });
  return (
    <ResourceForm
      title="Đưa vào thư viện"
      schema={LibrarySong}
      values={{ title: "", category_ids: [] }}
      action="Đưa vào thư viện"
      submit={(body) => publish.mutateAsync({ params: { id }, body })}
      onClose={onClose}
    >
      <TextField name="title" label="Tên bài hát" required maxLength={200} />
      <GenresField />
    </ResourceForm>
  );
}
