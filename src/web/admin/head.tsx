/** Title of a back-office page, with `noindex`. */
export function AdminHead({ title }: { title: string }) {
  return (
    <>
      <title>{`${title} · Quản trị Ngân Nga`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
