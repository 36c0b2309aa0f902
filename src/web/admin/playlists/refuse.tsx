import { z } from "zod";
import { requiredText } from "#contract/fields.ts";
import { refusalLength } from "#contract/playlist-rules.ts";
import type { AdminPlaylist } from "#contract/playlists.ts";
import { useChange } from "../../resource/data/queries.ts";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { SuggestField } from "../../resource/form/suggest-field.tsx";

const Refusal = z.object({ reason: requiredText(refusalLength, "Vui lòng viết lý do để người tạo biết cần sửa gì") });

const reasons = [
  "Tên danh sách có lời không phù hợp với mọi người nghe.",
  "Tên danh sách có số điện thoại, địa chỉ hoặc quảng cáo.",
  "Danh sách còn quá ít bài để giới thiệu với người khác.",
];

interface RefuseProps {
  playlist: AdminPlaylist;
  refreshes: readonly string[];
  onClose: () => void;
}

/** Asks why a playlist may not be public, for its owner. */
export function Refuse({ playlist: { id, title, updated_at }, refreshes, onClose }: RefuseProps) {
  const save = useChange("PUT /api/admin/playlists/{id}", {
    refreshes,
    successMessage: "Đã từ chối, người tạo đọc được lý do ở danh sách của mình",
    fallback: "Không từ chối được danh sách này",
    unreachable: "Lỗi khi lưu quyết định",
  });
  return (
    <ResourceForm
      title={`Từ chối “${title}”`}
      action="Từ chối"
      schema={Refusal}
      values={{ reason: "" }}
      submit={async ({ reason }) => {
        await save.mutateAsync({ params: { id }, body: { review: "refused", reason, updated_at } });
      }}
      onClose={onClose}
    >
      <p>Danh sách vẫn mở được bằng liên kết, chỉ không hiện công khai.</p>
      <SuggestField
        name="reason"
        label="Lý do cho người tạo"
        suggestions={reasons.map((name) => ({ id: name, name, detail: "" }))}
        maxLength={refusalLength}
        required
      />
    </ResourceForm>
  );
}
