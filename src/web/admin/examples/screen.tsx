import { z } from "zod";
import { type AdminExample, ExampleBody } from "#contract/examples.ts";
import { occasions } from "#contract/occasions.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { errorMessage, useRead } from "../../resource/data/queries.ts";
import { SelectField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { defineResource } from "../../resource/resource.ts";
import { ResourceScreen } from "../../resource/resource-screen.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Link } from "../../ui/link.tsx";

const unreachable = "Lỗi kết nối";
const saveErrors = { fallback: "Không thể lưu bài nghe thử", unreachable };

/** A select holds texts. */
const ExampleForm = ExampleBody.extend({ song_id: z.string().min(1, "Vui lòng chọn bài hát").transform(Number) });

const faults: Readonly<Record<NonNullable<AdminExample["fault"]>, string>> = {
  hidden: "Bài đang ẩn",
  premium: "Bài Premium",
  not_allowed: "Khách không cho phép nữa",
};

const examples = defineResource({
  title: "Bài nghe thử",
  noun: "bài nghe thử",
  nameOf: ({ title }: AdminExample) => title,
  view: "table",
  list: { endpoint: "GET /api/admin/examples", fallback: "Không thể tải các bài nghe thử", unreachable },
  columns: [
    {
      id: "cover",
      label: "Bìa",
      card: "media",
      only: "cards",
      cell: ({ song_id, title, thumbnail_url }) => (
        <Cover id={song_id} title={title} image={thumbnail_url} sizes="20rem" />
      ),
    },
    {
      id: "title",
      label: "Bài hát",
      card: "title",
      cell: ({ song_id, title }) => (
        <Link className="link" to={`/admin/songs?open=${song_id}`}>
          {title}
        </Link>
      ),
    },
    { id: "occasion", label: "Dịp", card: "badges", cell: ({ occasion }) => <Badge>{occasion}</Badge> },
    {
      id: "fault",
      label: "Khách nghe",
      card: "badges",
      cell: ({ fault }) => (
        <Badge hasDot kind={fault ? "warning" : "success"}>
          {fault ? faults[fault] : "Nghe được"}
        </Badge>
      ),
    },
    {
      id: "quote",
      label: "Lời khách",
      card: "body",
      skeleton: 1.5,
      cell: ({ quote, is_demo }) =>
        quote ? (
          <p className="clamp">
            “{quote.text}” {quote.name}
          </p>
        ) : (
          <span className="muted">{is_demo ? "Bài mẫu của Ngân Nga" : "Chưa có lời nào được hiện"}</span>
        ),
    },
    {
      id: "sort_order",
      label: "Thứ tự",
      card: "foot",
      isNumber: true,
      hasLabel: true,
      cell: ({ sort_order }) => sort_order,
      cardCell: ({ sort_order }) => `Thứ tự ${sort_order}`,
    },
  ],
  empty: {
    title: "Chưa có bài nghe thử nào",
    text: "Chọn ba bài đã giao để khách nghe trước khi đặt. Khách chọn dịp nào, bài của dịp ấy đứng trước.",
  },
  form: {
    schema: ExampleForm,
    values: (example) => ({
      song_id: example ? String(example.song_id) : "",
      occasion: example?.occasion ?? occasions[0],
      sort_order: example?.sort_order ?? 0,
    }),
    create: { endpoint: "POST /api/admin/examples", success: "Đã thêm bài nghe thử", ...saveErrors },
    change: { endpoint: "PUT /api/admin/examples/{id}", success: "Đã lưu bài nghe thử", ...saveErrors },
    fields: (example) => (
      <>
        {!example && <SongField />}
        <SelectField
          name="occasion"
          label="Dịp"
          required
          hint="Khách chọn dịp này thì bài đứng trước các bài khác."
          options={occasions.map((occasion) => ({ value: occasion, label: occasion }))}
        />
        <NumberField name="sort_order" label="Thứ tự" min={0} hint="Số nhỏ đứng trước. Trang hiện ba bài đầu." />
      </>
    ),
  },
  remove: {
    endpoint: "DELETE /api/admin/examples/{id}",
    question: "Bỏ bài này khỏi các bài nghe thử? Bài hát vẫn ở trong thư viện.",
    success: "Đã bỏ bài nghe thử",
    fallback: "Không thể bỏ bài nghe thử này",
    unreachable,
  },
  refreshes: ["/api/admin/examples"],
  live: ["site", "catalogue", "requests"],
});

/** The songs of the library that can be heard. Says why there are none to choose from. */
function SongField() {
  const { data, error } = useRead("GET /api/admin/examples/candidates", {}, saveErrors);
  const songs = data?.data ?? [];
  const isEmpty = data !== undefined && songs.length === 0;
  const rule = "Bài miễn phí đang hiện trong thư viện, làm theo yêu cầu và được khách cho phép.";
  return (
    <SelectField
      name="song_id"
      label="Bài hát"
      required
      hint={error ? errorMessage(error) : isEmpty ? `Chưa có bài nào để chọn. ${rule}` : rule}
      options={[
        { value: "", label: "Chọn bài hát" },
        ...songs.map(({ song_id, title, occasion, code }) => ({
          value: String(song_id),
          label: [title, ...(occasion ? [occasion.toLocaleLowerCase("vi")] : []), code].join(" · "),
        })),
      ]}
    />
  );
}

export default function ExamplesScreen() {
  return <ResourceScreen resource={examples} />;
}
