/**
 * The most common passwords, which new passwords must not be. Source: `common-passwords.txt`, the first 3,000 passwords of
 * @zxcvbn-ts/language-common (MIT), most common first, that the length rule lets through. It has few Vietnamese ones, so those stand here.
 */
import { readFile } from "node:fs/promises";
import { fold } from "#contract/fold.ts";

const listFile = new URL("common-passwords.txt", import.meta.url);
const minLength = 6;

/** Vietnamese words and phrases that are typed without marks; some are shorter than a password and only count with digits. */
const vietnamese = `
  matkhau matkhaumoi khongbiet khongnho quenmatkhau quenroi dangnhap taikhoan bimatnhe bimat123
  anhyeuem emyeuanh yeuanh yeuem yeuemnhieu yeuanhnhieu anhyeu emyeu toiyeuem toiyeuanh iuanh iuem anhnhoem emnhoanh nhoem nhoanh
  anhvaem emvaanh maiyeu mainhoem maimaiyeuem maimai yeunhau tinhyeu tinhban tinhdau honnhan vochong chongyeu voyeu ckvk vkck
  conyeu conyeume meyeucon yeume yeubame bame bameyeu giadinh giadinhtoi hanhphuc maimaiben vuive vuivecuocsong
  vietnam vietnamvodich toiyeuvietnam yeuvietnam vietnamoi hanoi hanoimuathu saigon saigonoi danang haiphong cantho hue nghean thanhhoa
  namdinh thaibinh haiduong quangninh vungtau nhatrang dalat binhduong dongnai longan tiengiang travinh camau phuquoc buonmathuot
  nguyen nguyenvan nguyenthi tranvan tranthi levan lethi phamvan phamthi hoangvan vuvan dangvan buivan dovan ngovan duongvan
  nguyenvana nguyenanh nguyenhoang nguyenminh nguyentuan nguyenhuy ngoclinh thuylinh thuytrang huyentrang minhtuan anhtuan quanghuy
  quocanh tuananh ngocanh minhanh lananh vananh hoanganh duyanh vietanh phuonganh hoailinh thanhtung sontung sontungmtp mytam
  thanhtam thanhhuong thuhuong thuha thutrang thanhtrung ducanh ducminh minhduc minhquan minhhoang hoangminh hoanglong thanhlong
  giabao baongoc baotran baochau phuongthao thanhthao ngocthao ngochan bichngoc kimngan kimanh hongnhung hongngoc
  congchua hoangtu baby bongbong meocon cunyeu cuncon gaucon thoconxinh heocon heomoi chuotcon chimse bupbe
  anhhung daica daigia giangho hocsinh sinhvien truonghoc lopmuoi lophoc thaygiao cogiao banbe banthan
  nganhang tiennhieu tinhtien phatdat phattai maymanlun mayman nhacviet nghenhac nganngaoi nganga
  dithoi dichoi dingu anlanh binhyen cuocsong cuocdoi thoigian hoahong hoasen huongduong mattroi mattrang ngoisao bautroi
  congtu tretrau deptrai xinhgai dethuong dangyeu denroi chamhoi chaoban chaoem chaoanh xinchao camon tambiet
  ditme ditmemay dmm dmcs vcl vkl clgt taolatao taolabo bomay concac conchim denday chetdi
  lienminh lienquan lienquanmobile volam volamtruyenky dotkich audition gunny kiemthe tamquoc freefire pubgmobile
  conga convit concho conmeo sutu hoho conho congai contrai emgai emtrai anhtrai chigai ongnoi bangoai
`
  .split(/\s+/)
  .filter(Boolean);

const endings = ["", "1", "12", "123", "1234", "12345", "123456", "@123", "0", "01", "2", "88", "89", "90", "95", "99"];
const repeated = [..."0123456789abcdefghijklmnopqrstuvwxyz"].flatMap((sign) =>
  Array.from({ length: 10 }, (_, n) => sign.repeat(minLength + n)),
);

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads the list at the first use: most processes never need it. */
async function load(): Promise<ReadonlySet<string>> {
  return new Set([
    ...(await readFile(listFile, "utf8")).trimEnd().split("\n"),
    ...vietnamese.flatMap((word) => endings.map((ending) => word + ending)),
    ...repeated,
  ]);
}

/** True for one of the most common passwords, whatever its case, marks and blanks. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(fold(password).replaceAll(" ", ""));
}
