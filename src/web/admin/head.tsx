/** Title of a back-office page; no search engine keeps it. */
export function AdminHead({ title }: { title: string }) {
  return (
    <>
      <title>{`${title} · Quản trị Ngân Nga`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
