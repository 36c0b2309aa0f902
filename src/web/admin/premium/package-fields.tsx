import { useWatch } from "react-hook-form";
import { z } from "zod";
import { PackageBody } from "#contract/premium-packages.ts";
import { SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";

type Fields = z.input<typeof PackageBody>;

const filled = (value: number | null | undefined) => (Number.isNaN(value) ? undefined : value);

/** The schema of the form: empty numbers are missing, and a lifetime package has no days, whatever its hidden field holds. */
export const PackageForm = z
  .custom<Fields>()
  .transform(({ price, duration_days, ...fields }) => ({
    ...fields,
    price: filled(price) as number,
    ...(!fields.is_lifetime && { duration_days: filled(duration_days) }),
  }))
  .pipe(PackageBody);

/** The fields of a package's form. */
export function PackageFields() {
  const isLifetime = useWatch<Fields, "is_lifetime">({ name: "is_lifetime" });
  return (
    <>
      <div className="form__pair">
        <TextField name="name" label="Tên gói" required maxLength={100} />
        <NumberField name="price" label="Giá" required min={0} step={1000} suffix="₫" hint="0 là miễn phí." />
      </div>
      <SwitchField name="is_lifetime" label="Trọn đời" hint="Bật thì Premium của gói này không hết hạn." />
      <div className="form__pair">
        {!isLifetime && (
          <NumberField
            name="duration_days"
            label="Số ngày"
            required
            min={1}
            suffix="ngày"
            hint="7, 30, 90, 180 hoặc 365"
          />
        )}
        <NumberField name="sort_order" label="Thứ tự" min={0} empty={0} hint="Số nhỏ đứng trước." />
      </div>
      <TextAreaField name="description" label="Mô tả" hint="Khách thấy mô tả này trên thẻ của gói." />
      <SwitchField name="is_active" label="Đang bán" hint="Tắt thì khách không thấy gói này." />
    </>
  );
}
