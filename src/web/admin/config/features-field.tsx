import { ListField } from "../../resource/form/list-field.tsx";

export function FeaturesField({ name, label }: { name: string; label: string }) {
  return (
    <ListField name={name} label={label} addLabel="Thêm mục" placeholder="Ví dụ: Sáng tác nguyên bản" maxLength={200} />
  );
}
