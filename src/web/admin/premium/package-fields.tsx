import { useWatch } from "react-hook-form";
import { z } from "zod";
import { flagWords } from "#contract/flag-words.ts";
import { PackageBody } from "#contract/premium-packages.ts";
import cardStyles from "../../price-look/package-card.module.css";
import { chooseClass, PackageCard } from "../../price-look/package-card.tsx";
import { SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { Shown } from "../shown.tsx";
import styles from "./package-fields.module.css";

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

/** The fields of a package's form, with the card that visitors will see. */
export function PackageFields() {
  const isLifetime = useWatch<Fields, "is_lifetime">({ name: "is_lifetime" });
  return (
    <div className={styles.sides}>
      <div className="form">
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
        <SwitchField name="is_active" label={flagWords.shown.on} hint="Tắt thì khách không thấy gói này." />
      </div>
      <Preview />
    </div>
  );
}

/** The card on the page of visitors, as the form would save it. */
function Preview() {
  const values = useWatch<Fields>() as Fields;
  const offer = offerOf(values);
  return (
    <Shown note={values.is_active ? undefined : "Gói chưa bán nên khách chưa thấy thẻ này."}>
      {offer ? (
        <PackageCard as="div" offer={offer}>
          <div className={cardStyles.choose} aria-hidden="true">
            <span className={chooseClass(offer)}>Chọn gói này</span>
          </div>
        </PackageCard>
      ) : (
        <p className="muted">Nhập giá và thời hạn để thấy thẻ của gói.</p>
      )}
    </Shown>
  );
}

/** Returns the package of a form; undefined while price or days are missing. */
function offerOf({ name, price, is_lifetime, duration_days, description, sort_order }: Fields) {
  const isLifetime = is_lifetime === true;
  const days = filled(duration_days) ?? null;
  if (filled(price) === undefined || (!isLifetime && days === null)) return undefined;
  return {
    id: 0,
    name: name.trim() || "Tên gói",
    price,
    duration_days: isLifetime ? null : days,
    is_lifetime: isLifetime,
    description: description?.trim() || null,
    sort_order: filled(sort_order) ?? 0,
  };
}
