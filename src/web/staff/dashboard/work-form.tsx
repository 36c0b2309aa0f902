import type { StaffRequestDetail } from "#contract/requests.ts";
import { StatusChange } from "#contract/requests.ts";
import { useConfirmCompletion } from "../../request-parts/completion.ts";
import { statusOptions } from "../../request-parts/request-status.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { SelectField, TextAreaField } from "../../resource/form/fields.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import type { Changed } from "../../resource/form/use-resource-form.ts";
import { deskRefreshes, updateErrors } from "./desk-calls.ts";

/** Status and staff notes of a request that the member works on; only what was changed is sent. */
export function WorkForm({ request }: { request: StaffRequestDetail }) {
  const save = useChange("PUT /api/staff/requests/{id}/update-status", { refreshes: deskRefreshes, ...updateErrors });
  const confirmCompletion = useConfirmCompletion();
  async function submit(_: StatusChange, body: Changed<StatusChange>) {
    if (!(await confirmCompletion(request, body.status))) {
      return { notice: { kind: "danger" as const, content: "Chưa lưu. Bạn gắn bản nhạc rồi hãy hoàn thành." } };
    }
    const { data } = await save.mutateAsync({ params: { id: request.id }, body });
    return { saved: valuesOf(data), version: data.version };
  }
  return (
    <PageForm
      name={`work-${request.id}`}
      schema={StatusChange}
      values={valuesOf(request)}
      version={request.version}
      valuesOf={(record) => valuesOf(record as StaffRequestDetail)}
      submit={submit}
      success="Đã lưu trạng thái và ghi chú"
      action="Lưu trạng thái"
    >
      <SelectField name="status" label="Trạng thái yêu cầu" options={statusOptions} />
      <TextAreaField name="staff_notes" label="Ghi chú của nhân viên" hint="Khách không thấy ghi chú này." />
    </PageForm>
  );
}

function valuesOf({ status, staff_notes }: StaffRequestDetail) {
  return { status, staff_notes: staff_notes ?? "" };
}
