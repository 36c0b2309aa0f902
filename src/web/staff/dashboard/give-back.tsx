import { Ellipsis, Undo2 } from "lucide";
import { useState } from "react";
import { z } from "zod";
import type { StaffRequestDetail } from "#contract/requests.ts";
import { Menu } from "../../resource/controls/menu.tsx";
import { TextField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { requestName, useAssign } from "./desk-calls.ts";

const Reason = z.object({ reason: z.string().trim().max(500) });

/** A menu that gives a request which the member has not begun back to all, with a reason if there is one. */
export function GiveBack({ request }: { request: StaffRequestDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const assign = useAssign(request);
  const name = requestName(request);
  return (
    <>
      <Menu
        label={`Thao tác: ${name}`}
        icon={Ellipsis}
        items={[{ label: "Trả lại", icon: Undo2, onSelect: () => setIsOpen(true) }]}
      />
      {isOpen && (
        <ResourceForm
          title={`Trả lại ${name.toLocaleLowerCase("vi")}`}
          schema={Reason}
          values={{ reason: "" }}
          submit={({ reason }) =>
            assign({ staff_id: null, reason: reason || null }, `${name} đã trở lại danh sách chung`)
          }
          action="Trả lại"
          onClose={() => setIsOpen(false)}
        >
          <TextField name="reason" label="Lý do trả lại (không bắt buộc)" maxLength={500} />
        </ResourceForm>
      )}
    </>
  );
}
