import { type StaffRequestDetail, SupervisorChange } from "#contract/requests.ts";
import { useConfirmCompletion } from "../../request-parts/completion.ts";
import { requestLooks } from "../../request-parts/request-status.tsx";
import { useSend } from "../../resource/data/queries.ts";
import { SelectField, SwitchField, TextAreaField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import type { Changed } from "../../resource/form/use-resource-form.ts";
import { deskRefreshes, updateErrors } from "./desk-calls.ts";

interface WorkFormProps {
  request: StaffRequestDetail;
  isSupervisor: boolean;
}

/** Returns the name that the form's draft is kept under. */
export const workFormName = ({ id }: Pick<StaffRequestDetail, "id">): string => `work-${id}`;

/** Status and staff notes of a request, for supervisors price and payment too; only what was changed is sent, in one call. */
export function WorkForm({ request, isSupervisor }: WorkFormProps) {
  const send = useSend(deskRefreshes);
  const confirmCompletion = useConfirmCompletion();
  const valuesOf = isSupervisor ? allValues : workValues;
  async function submit(_: SupervisorChange, body: Changed<SupervisorChange>) {
    if (!(await confirmCompletion(request, body.status))) {
      return { notice: { kind: "danger" as const, content: "Chưa lưu. Bạn gắn bản nhạc rồi hãy hoàn thành." } };
    }
    const input = { params: { id: request.id }, body };
    const { data } = isSupervisor
      ? await send("PUT /api/staff/requests/{id}", input, updateErrors)
      : await send("PUT /api/staff/requests/{id}/update-status", input, updateErrors);
    return { saved: valuesOf(data), version: data.version };
  }
  const status = <SelectField name="status" label="Trạng thái yêu cầu" options={requestLooks.options} />;
  return (
    <PageForm
      name={workFormName(request)}
      schema={SupervisorChange}
      values={valuesOf(request)}
      version={request.version}
      valuesOf={(record) => valuesOf(record as StaffRequestDetail)}
      submit={submit}
      success={isSupervisor ? "Đã lưu yêu cầu" : "Đã lưu trạng thái và ghi chú"}
      isQuiet
      action={isSupervisor ? "Lưu yêu cầu" : "Lưu trạng thái"}
    >
      {isSupervisor ? (
        <>
          <div className="form__pair">
            {status}
            <NumberField name="agreed_price" label="Giá thỏa thuận" min={0} step={1000} suffix="₫" />
          </div>
          <NumberField name="free_changes" label="Số lần sửa miễn phí" min={0} max={20} suffix="lần" />
          <SwitchField name="is_paid" label="Đã thanh toán" hint="Bật khi tiền của khách đã về tài khoản." />
        </>
      ) : (
        status
      )}
      <TextAreaField name="staff_notes" label="Ghi chú của nhân viên" hint="Khách không thấy ghi chú này." />
    </PageForm>
  );
}

function workValues({ status, staff_notes }: StaffRequestDetail) {
  return { status, staff_notes: staff_notes ?? "" };
}

function allValues(request: StaffRequestDetail) {
  const { agreed_price, free_changes, paid_at } = request;
  return { ...workValues(request), agreed_price, free_changes, is_paid: paid_at !== null };
}
