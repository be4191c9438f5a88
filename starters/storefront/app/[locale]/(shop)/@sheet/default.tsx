/** No sheet. */
export default function NoSheet() {
  return null;
}
